import { expect, test } from "vitest";
import { check } from "../check.js";
import { findCriterion } from "../criteria/criterion.js";
import { parseHistory } from "../history/parse-history.js";
import type { Violation } from "../result.js";
import { findType } from "../types/index.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** Sessions of so many operations each. */
const session = (length: number, operation: (at: number) => string): string =>
  `{ ${Array.from({ length }, (_, at) => operation(at)).join("; ")} }`;

function explain(text: string, criterion: string): Violation {
  const result = check(parseHistory(text), { criterion });
  if (result.verdict !== "violated") throw new Error(`${criterion} is ${result.verdict}`);
  return result.violation;
}

// A writer; a reader who follows it; one who hears from the reader, and then reads what was overwritten long before.
const stale = `register ${[
  session(90, (at) => `write(${at})`),
  session(90, (at) => (at < 60 ? `read() => ${at}` : `write(${1000 + at})`)),
  `{ read() => 1089; read() => 3; read() => 89 }`,
].join(" || ")}`;

test.each(["causal", "complete"])("of a long history few operations are proved to fail: %s", (criterion) => {
  const violation = explain(stale, criterion);
  expect(violation.kind).toBe("core");
  expect(violation.operations.length).toBeLessThan(10);
  const type = findType("register");
  expect(verifyProof(parseHistory(stale), findCriterion(criterion), { type }, violation.proof)).toEqual({
    valid: true,
  });
  expect(check(parseHistory(violation.notation ?? ""), { criterion }).verdict).toBe("violated");
  // Counted, not timed.
  expect(explain(stale, criterion)).toEqual(violation);
});

test("a size that cannot be is told by counting", () => {
  const text = `set ${[
    session(100, (at) => `add(${at})`),
    session(100, (at) => (at < 4 ? `remove(${at})` : `contains(${at}) => false`)),
    `{ size() => 80; size() => 70 }`,
  ].join(" || ")}`;
  expect(explain(text, "monotonic").reason).toContain(
    "#201 sees all that #200 saw, and at least 10 keys that #200 found are gone for #201. But of only 4 keys there is an update that takes away what is there, which #201 can see and #200 need not have seen",
  );
});

test("a number that cannot be is told by counting", () => {
  const text = `counter ${[
    session(100, () => "inc()"),
    session(100, (at) => (at % 2 === 0 ? "inc()" : "dec()")),
    `{ inc(); inc(); read() => -3 }`,
  ].join(" || ")}`;
  expect(explain(text, "causal").reason).toContain(
    "#202 sees of each session all up to some place. The updates that #202 sees add up to at least 2, whichever they are",
  );
});
