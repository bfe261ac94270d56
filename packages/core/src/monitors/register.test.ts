import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import type { Invocation, Label } from "../history/history.js";
import { createRandom, type Random } from "../random.js";
import { register } from "../types/register.js";
import { fuzz, judged, run } from "@sightline/testing/order/judge-monitor.js";
import { type Operation, partOf } from "@sightline/testing/order/part-of.js";
import { randomRun, runs, scatter, type Workload } from "@sightline/testing/order/random-run.js";
import { registerMonitor } from "./register.js";
import { seeds } from "@sightline/testing/seeds.js";

/** Reads, writes of fresh values, and compare-and-sets from a recent value to a fresh one. */
function workload(cas: number): () => Workload {
  return () => {
    let fresh = 0;
    const invoke = (random: Random): Invocation => {
      const next = random.int(100) / 100;
      if (next < cas) {
        const recent = random.chance(0.85) ? fresh : random.int(fresh + 1);
        if (random.chance(0.1)) return { method: "cas", args: [recent || null, recent || null] };
        return { method: "cas", args: [recent || null, ++fresh] };
      }
      return next < 0.6 ? { method: "read", args: [] } : { method: "write", args: [++fresh] };
    };
    return { type: register, invoke };
  };
}

/** Chains of values by writes and compare-and-sets, read now and then, at times that may not fit. */
function guess(random: Random): Label[] {
  const labels: Label[] = [];
  for (let value = 1; value <= 2 + random.int(3); value++) {
    if (random.chance(0.4)) {
      const old = random.chance(0.8) ? value - 1 : random.int(5);
      labels.push({ method: "cas", args: [old === 0 ? null : old, value], result: true });
    } else labels.push({ method: "write", args: [value], result: null });
    while (random.chance(0.55)) labels.push({ method: "read", args: [], result: value });
  }
  if (random.chance(0.3)) labels.push({ method: "read", args: [], result: null });
  return labels.slice(0, 9);
}

const write = (value: number): Operation => ({ method: "write", args: [value], call: 0, return: 1 });

describe("the register monitor", () => {
  test("agrees with the definition on runs with reads and writes", () => {
    const tally = fuzz(registerMonitor, seeds(3_000), runs(createRandom(1), workload(0)));
    expect(tally.refused).toBe(0);
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(300);
  });

  test("agrees with the definition on runs with compare-and-sets", () => {
    const tally = fuzz(registerMonitor, seeds(3_000), runs(createRandom(2), workload(0.4)));
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(registerMonitor, seeds(5_000), () => partOf(register, scatter(random, guess(random))));
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(700);
  });

  test("tells in words which values contradict each other", () => {
    const found = run(
      registerMonitor,
      partOf(register, [
        { method: "write", args: [2], result: null, call: 0, return: 1 },
        { method: "write", args: [3], result: null, call: 2, return: 3 },
        { method: "read", result: 2, call: 4, return: 5 },
        { method: "read", result: 3, call: 4, return: 5 },
      ]),
    );
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 2, 3],
        reason:
          "#0 write(2) => null returned before #3 read() => 3 was called, and #1 write(3) => null returned before " +
          "#2 read() => 2 was called: each value would have to come before the other, and each is written only once",
      },
    });
  });

  test("sees compare-and-sets that wait for each other", () => {
    const found = run(
      registerMonitor,
      partOf(register, [
        { method: "cas", args: [1, 2], result: true, call: 0, return: 9 },
        { method: "cas", args: [2, 1], result: true, call: 0, return: 9 },
      ]),
    );
    expect(found).toMatchObject({ verdict: "violated", pattern: { rows: [0, 1] } });
  });

  test("decides 100,000 operations, with a witness", () => {
    const shape = { operations: 100_000, width: 3, jitter: 0, pending: 0.01, unobserved: 0.01 };
    const part = partOf(register, randomRun(createRandom(5), workload(0)(), shape));
    expect(judged(registerMonitor, part)).toBe("satisfied");
  });

  test("stops before it starts when the budget has run out", () => {
    const part = partOf(register, [{ method: "read", result: null, call: 0, return: 1 }]);
    expect(registerMonitor(part, createBudget({ cancelled: () => true }))).toEqual({
      verdict: "unknown",
      reason: "cancelled",
      states: 0,
    });
  });

  test.each<[string, Operation[]]>([
    ["a value written twice", [write(1), write(1)]],
    ["the initial value written again", [{ method: "write", args: [null], call: 0, return: 1 }]],
    [
      "a failed compare-and-set",
      [write(1), { method: "cas", args: [1, 2], result: false, call: 0, return: 1 }],
    ],
    ["a compare-and-set that may have failed", [{ method: "cas", args: [1, 2], call: 0, return: 1 }]],
  ])("refuses %s", (_, operations) => {
    expect(run(registerMonitor, partOf(register, operations))).toBeUndefined();
  });

  test("refuses orders beyond real time", () => {
    const part = partOf(register, [write(1)]);
    const order = { first: new Int32Array(2), before: new Int32Array(0) };
    expect(run(registerMonitor, { ...part, order })).toBeUndefined();
  });
});
