import { check, createHistoryBuilder, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { printReport } from "./print-report.js";

const masked = (text: string): string => text.replace(/, [\d.]+ m?s\)/g, ", … ms)");

test("a violation is printed as sightline check prints it, without colours", () => {
  const builder = createHistoryBuilder({ type: "register", name: "stale" });
  builder.add({ session: "a", method: "write", args: [1], result: null, call: 0, return: 1 });
  builder.add({ session: "b", method: "read", result: null, call: 2, return: 3 });
  const history = builder.finish();
  const result = check(history);
  if (result.verdict !== "violated") return expect.fail("it is violated");
  const violation = { ...result.violation, headline: "#1 cannot have come after #0" };
  expect(masked(printReport(history, { ...result, violation }))).toBe(
    `✘ stale: linearizability violated (2 operations, … ms)

    session a              session b
    #0 write(1) => null                       ├──┤
                         ▸ #1 read() => null        ├──┤

    Circle: #0 ─rt→ #1 ─rw→ #0

    #1 cannot have come after #0.

    Why, step by step:
    1. #1 read() => null can only happen while the value is null. It was so at the start, and
       nothing makes it so later. But #0 write(1) => null comes before #1 read() => null (it
       returned at 1, that was called at 2), and after it the value is 1: a contradiction.

    register a { write(1) => null @0-1 } || b { read() => null @2-3 }

`,
  );
});

test("what is satisfied or unknown, with a title; colours only where asked for", () => {
  const history = parseHistory("register { write(1) } || { read() => 1 }");
  const satisfied = check(history);
  expect(masked(printReport(history, satisfied, { title: "run 7" }))).toBe(
    "✔ run 7: sequential satisfied (2 operations, … ms)\n",
  );
  expect(printReport(history, satisfied)).not.toContain("\u001b");
  expect(printReport(history, satisfied, { colours: true })).toContain("\u001b[32m");
  const unknown = check(history, { limits: { signal: AbortSignal.abort() } });
  expect(masked(printReport(history, unknown))).toBe(
    "? history: sequential unknown, interrupted (2 operations, … ms)\n    Established: nothing: it was cancelled before the search\n",
  );
});

test("an option that is unknown is refused", () => {
  const history = parseHistory("register { write(1) }");
  expect(() => printReport(history, check(history), { colors: true } as object)).toThrow(
    'unknown option "colors": did you mean "colours"?',
  );
});

test("what a name holds is visible, and does nothing to a terminal", () => {
  const history = parseHistory("register { write(1) }");
  expect(printReport(history, check(history), { title: "\u001b[2Jgone" })).not.toContain("\u001b");
});
