import type { Violation } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { createViolationKinds, kindsWords } from "./violation-kinds.js";

const stats = { algorithm: "a", states: 1, milliseconds: 1 };

function violated(index: number, violation: Partial<Violation>, more: Partial<Report> = {}): Report {
  const whole: Violation = { kind: "core", operations: [0], reason: "why", ...violation };
  const result = { criterion: "sequential", verdict: "violated", violation: whole, stats } as const;
  return { file: "a.ndjson", index, name: null, size: 1, result, operations: [], ...more };
}

describe("violations", () => {
  test("are grouped by their cause, the first standing for all", () => {
    const kinds = createViolationKinds();
    const one = kinds.add(violated(0, { cause: "x", notation: "{ a() }" }));
    const two = kinds.add(violated(1, { cause: "y" }, { seen: { count: 40, of: 100 } }));
    expect([one?.number, two?.number, two?.runs]).toEqual([1, 2, 40]);
    expect(kinds.add(violated(2, { cause: "x" }, { seen: { count: 5 } }))).toBe(one);
    expect(kinds.all).toMatchObject([
      { number: 1, count: 2, runs: 6, notation: "{ a() }", first: { index: 0 }, others: [{ index: 2 }] },
      { number: 2, count: 1, runs: 40, first: { index: 1 }, others: [] },
    ]);
    expect(kindsWords(kinds)).toBe("2 kinds");
  });

  test("without a cause, and those that follow from another, are of no kind", () => {
    const kinds = createViolationKinds();
    expect(kindsWords(kinds)).toBe("");
    expect(kinds.add(violated(0, {}))).toBeUndefined();
    expect(kindsWords(kinds)).toBe("");
    kinds.add(violated(1, { cause: "x" }));
    expect(kinds.add(violated(1, { cause: "x", impliedBy: "cc" }))).toBeUndefined();
    expect(kinds.all).toMatchObject([{ count: 1 }]);
    expect(kindsWords(kinds)).toBe("1 kind and 1 without a known cause");
  });

  test("take bounded memory, and say so", () => {
    const kinds = createViolationKinds({ mostKinds: 2, mostOthers: 1 });
    for (const [index, cause] of ["x", "y", "z", "x", "x", "x"].entries())
      kinds.add(violated(index, { cause }));
    expect(kinds.all.map(({ count, others }) => [count, others.length])).toEqual([
      [4, 1],
      [1, 0],
    ]);
    expect(kindsWords(kinds)).toBe("more than 2 kinds");
  });
});
