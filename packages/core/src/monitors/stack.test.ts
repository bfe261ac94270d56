import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import { createRandom, type Random } from "../random.js";
import { stack } from "../types/stack.js";
import { fuzz, judged, run } from "@sightline/testing/order/judge-monitor.js";
import { type Operation, partOf } from "@sightline/testing/order/part-of.js";
import { ofFreshValues, randomRun, runs, scatter } from "@sightline/testing/order/random-run.js";
import { stackMonitor } from "./stack.js";
import { seeds } from "@sightline/testing/seeds.js";

const workload = (methods: readonly string[]) => ofFreshValues(stack, "push", methods);

/** Pushes of up to five values, most of them popped, at times that may not fit. */
function guess(random: Random): Label[] {
  const labels: Label[] = [];
  for (let value = 1; value <= 2 + random.int(4); value++) {
    labels.push({ method: "push", args: [value], result: null });
    if (random.chance(0.9)) labels.push({ method: "pop", args: [], result: value });
  }
  if (random.chance(0.2)) labels.push({ method: "pop", args: [], result: null });
  return labels.slice(0, 10);
}

const push = (value: number): Operation => ({ method: "push", args: [value], call: 0, return: 1 });

describe("the stack monitor", () => {
  test("agrees with the definition on runs", () => {
    const tally = fuzz(
      stackMonitor,
      seeds(3_000),
      runs(createRandom(1), workload(["push", "push", "pop", "pop"])),
    );
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(2);
    const tally = fuzz(stackMonitor, seeds(5_000), () => partOf(stack, scatter(random, guess(random))));
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(700);
  });

  test("tells in words which values are in the wrong order", () => {
    const found = run(
      stackMonitor,
      partOf(stack, [
        { method: "push", args: [1], result: null, call: 0, return: 1 },
        { method: "push", args: [2], result: null, call: 2, return: 3 },
        { method: "push", args: [3], result: null, call: 2, return: 9 },
        { method: "pop", result: 1, call: 4, return: 5 },
        { method: "pop", result: 2, call: 6, return: 7 },
      ]),
    );
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 3, 4],
        reason:
          "from the return of #0 push(1) => null to the call of #4 pop() => 2 the stack is never empty, so one " +
          "value stays at the bottom; but #1 push(2) => null came after that time began, and #3 pop() => 1 " +
          "before it ended: last in must be first out",
      },
    });
  });

  test("decides 100,000 operations, with a witness; and finds a small pattern when two pops change places", () => {
    const load = workload(["push", "push", "pop", "pop"])();
    const shape = { operations: 100_000, width: 3, jitter: 0, pending: 0, unobserved: 0 };
    const history = randomRun(createRandom(5), load, shape);
    const part = partOf(stack, history);
    expect(judged(stackMonitor, part)).toBe("satisfied");

    // Two pops far apart, of values that were both pushed long before either.
    const pushedAt = new Map(
      history.map(({ method, args }, i) => [method === "push" ? args?.[0] : undefined, i]),
    );
    const pops = [...history.keys()].filter((i) => history[i].method === "pop" && i > 60_000);
    const first = pops.find((i) => i - Number(pushedAt.get(history[i].result)) > 100) ?? 0;
    const second =
      pops.find((i) => i > first + 50 && Number(pushedAt.get(history[i].result)) < first - 50) ?? 0;
    const spoilt = history
      .with(first, { ...history[first], result: history[second].result as Value })
      .with(second, { ...history[second], result: history[first].result as Value });
    const wrong = run(stackMonitor, partOf(stack, spoilt));
    expect(wrong?.verdict).toBe("violated");
    if (wrong?.verdict !== "violated") return;
    expect(wrong.pattern?.rows.length).toBeLessThanOrEqual(10);
    expect(wrong.pattern?.reason).toContain("last in must be first out");
  });

  test.each<[string, Operation[]]>([
    ["a value pushed twice", [push(1), push(1)]],
    ["a pop without a result", [{ method: "pop", call: 0, return: 1 }]],
    ["a peek at a value", [push(1), { method: "peek", result: 1, call: 0, return: 1 }]],
    ["a pending pop", [push(1), { method: "pop", call: 0 }]],
  ])("refuses %s", (_, operations) => {
    expect(run(stackMonitor, partOf(stack, operations))).toBeUndefined();
  });
});
