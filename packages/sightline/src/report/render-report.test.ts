import type { Result, Violation } from "@sightline/core";
import type { OperationView, Report } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { styleFor } from "../render/style.js";
import { renderReport } from "./render-report.js";

const style = styleFor({}, {});
const stats = { algorithm: "frontier", states: 1, milliseconds: 3.2 };

function report(result: Result, operations: readonly OperationView[] = [], size = 12): Report {
  return { file: "a.json", index: 0, name: null, size, result, operations };
}

function violated(violation: Violation, operations: readonly OperationView[]): string {
  const result = { criterion: "linearizability", verdict: "violated", violation, stats } as const;
  return renderReport(report(result, operations), style);
}

const view = (id: number, text: string, call?: number, ret?: number): OperationView => ({
  id,
  text,
  session: id % 2,
  line: id + 3,
  ...(call !== undefined && { call }),
  ...(ret !== undefined && { ret }),
});

describe("a report for people", () => {
  test("is one line when satisfied", () => {
    const witness = { linearization: [] };
    const result = { criterion: "linearizability", verdict: "satisfied", witness, stats } as const;
    expect(renderReport(report(result), style)).toBe(
      "✔ a.json: linearizability satisfied (12 operations, 3.2 ms)\n",
    );
  });

  test("cuts values that go on and on", () => {
    const long = "x".repeat(100_000);
    const reason = `#0 read() => ${long} could have returned 1`;
    const steps = [`1. #0 read() => ${long}: a contradiction.`];
    const text = violated({ kind: "core", operations: [0], reason, steps }, [view(0, `read() => ${long}`)]);
    expect(text.length).toBeLessThan(1500);
    expect(text).toContain("…[99,920 characters]…");
    expect(text).toContain("could have returned 1.");
    expect(text).toContain("a contradiction.");
  });

  test("tells what was established when unknown", () => {
    const result = {
      criterion: "sequential",
      verdict: "unknown",
      reason: "deadline",
      established: "3 of 4 objects hold",
      stats,
    } as const;
    expect(renderReport(report(result, [], 1), style)).toBe(
      "? a.json: sequential unknown, out of time (1 operation, 3.2 ms)\n    Established: 3 of 4 objects hold\n",
    );
  });

  test("shows the part, the operations with their times, the reason and the notation when violated", () => {
    const text = violated(
      {
        kind: "core",
        operations: [0, 11],
        reason: "#11 read 2, which nobody wrote.",
        part: { object: "x", key: [1] },
        stuck: 11,
        prefix: [0],
        notation: "{ write(1) } || { read() => 2 }",
      },
      [view(0, "x.write(1)", 0, 1), view(11, "x.read() => 2", 2, 3)],
    );
    expect(text).toBe(
      [
        "✘ a.json: linearizability violated (12 operations, 3.2 ms)",
        "",
        '    In object "x", key [1]:',
        "",
        "    session 0                session 1",
        "    #0 x.write(1)  line 3                                ├──┤",
        "                           ▸ #11 x.read() => 2  line 14        ├──┤",
        "",
        "    #11 read 2, which nobody wrote.",
        "",
        "    { write(1) } || { read() => 2 }",
        "",
        "",
      ].join("\n"),
    );
  });

  test("tells the headline and the steps where there are any; else the reason, and how far an order goes", () => {
    const told = {
      operations: [11],
      reason: "a long reason",
      headline: "#11 is wrong",
      prefix: [0],
    } as const;
    const views = [view(11, "x.read() => 2", 2, 3)];
    const steps = violated({ kind: "core", ...told, steps: ["1. It cannot be.", "- why"] }, views);
    expect(steps).toContain(
      "\n    #11 is wrong.\n\n    Why, step by step:\n    1. It cannot be.\n       - why\n",
    );
    expect(steps).not.toMatch(/a long reason|longest prefix/);
    const exhausted = violated({ kind: "exhausted", ...told }, views);
    expect(exhausted).toContain(
      "\n    A long reason.\n\n    The longest prefix that has an order: 1 operation (#0).\n",
    );
  });

  test("draws no timeline without real time or for many operations, and says how many it leaves out", () => {
    const many = Array.from({ length: 11 }, (_, id) => view(id, "read()", 2 * id, 2 * id + 1));
    const operations = Array.from({ length: 50 }, (_, id) => id);
    const text = violated({ kind: "exhausted", operations, reason: "no order fits" }, many);
    expect(text).not.toContain("├");
    expect(text).toContain("… and 39 more operations");
    expect(violated({ kind: "core", operations: [1], reason: "r" }, [view(1, "read()")])).not.toContain("├");
  });
});
