import { describe, expect, test } from "vitest";
import type { Bounds } from "../budget.js";
import { check, checkWithin } from "../check.js";
import type { OperationRecord } from "../history/builder.js";
import type { History } from "../history/history.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { type Algorithm, algorithms } from "../ask/algorithms.js";
import { engines } from "./engines.js";

/** Many concurrent additions and a size that is impossible: every order of them is tried. */
function hopeless(additions: number, object?: string, method = "add"): OperationRecord[] {
  const on = object === undefined ? {} : { object };
  const name = object ?? "";
  return [
    ...Array.from({ length: additions }, (_, value) => ({
      ...on,
      session: `${name}${value}`,
      method,
      args: [value],
      result: true,
      call: 0,
      return: 1,
    })),
    { ...on, session: `${name}size`, method: "size", result: additions + 1, call: 2, return: 3 },
  ];
}

const history = fromRecord({ type: "deque", operations: hopeless(40, undefined, "offerLast") }) as History;

const reasonWith = (algorithm: Algorithm, criterion: string, bounds: Bounds): string => {
  const result = checkWithin(history, { algorithm, criterion, bounds });
  return result.verdict === "unknown" ? result.reason : result.verdict;
};

describe.each(algorithms)("algorithm %s", (algorithm) => {
  test.each(["linearizability", "sequential"])("gives up %s for want of …", (criterion) => {
    expect(reasonWith(algorithm, criterion, { states: 3000 })).toBe("states");
    expect(reasonWith(algorithm, criterion, { deadline: performance.now() - 1 })).toBe("deadline");
    let asked = 0;
    expect(reasonWith(algorithm, criterion, { cancelled: () => ++asked > 3 })).toBe("cancelled");
    let used = 0;
    const memory = { memory: 1000, usedBytes: () => (used += 300) };
    expect(reasonWith(algorithm, criterion, memory)).toBe("memory");
  });
});

test("the algorithms are auto and the engines", () => {
  expect(algorithms).toEqual(["auto", ...Object.keys(engines)]);
  expect(algorithms).toContain("wing-gong");
});

describe("what was established", () => {
  test("how many parts are linearizable on their own", () => {
    const good = ["a", "b"].map((object) => ({
      session: object,
      object,
      method: "size",
      result: 0,
      call: 0,
      return: 1,
    }));
    const operations = [...good, ...hopeless(40, "c")];
    const result = check(fromRecord({ type: "set", operations }) as History, { limits: { states: 9000 } });
    expect(result).toMatchObject({ verdict: "unknown", reason: "states", stats: { parts: 3 } });
    if (result.verdict === "unknown") expect(result.established).toMatch(/^2 of 3 parts are linearizable/);
  });

  test("that nothing was found, where there is one part", () => {
    const result = check(history, { limits: { states: 3000 } });
    if (result.verdict !== "unknown") expect.fail(result.verdict);
    expect(result.established).toMatch(/no violation was found/);
    expect(result.stats.states).toBeGreaterThan(1000);
  });

  test("how long an order of the sessions was found", () => {
    const result = check(history, { criterion: "sequential", limits: { states: 3000 } });
    if (result.verdict !== "unknown") expect.fail(result.verdict);
    expect(result.established).toBe("an order of 40 of 41 operations was found, and no violation");
  });
});

test("one cheap part that fails is found before an expensive one is searched to its end", () => {
  const cheap = { session: "z", object: "z", method: "size", result: 3, call: 0, return: 1 };
  const operations = [...hopeless(40, "a"), ...hopeless(40, "b"), cheap];
  const result = check(fromRecord({ type: "set", operations }) as History, { limits: { states: 100_000 } });
  expect(result).toMatchObject({
    verdict: "violated",
    violation: { kind: "core", operations: [82], part: { object: "z" } },
  });
  expect(result.stats.states).toBeLessThan(20_000);
});
