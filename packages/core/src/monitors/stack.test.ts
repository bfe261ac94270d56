import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { stack } from "../types/stack.js";
import { fuzz, partOf, runs, scatter, type Workload } from "./fuzzing.js";
import { stackMonitor } from "./stack.js";

/** Fresh values pushed, and the given methods as often as they are listed. */
function workload(methods: readonly string[]): () => Workload {
  return () => {
    let fresh = 0;
    return {
      type: stack,
      invoke: (random) => {
        const method = random.pick(methods);
        return { method, args: method === "push" ? [++fresh] : [] };
      },
    };
  };
}

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

describe("the stack monitor", () => {
  test("agrees with the definition on runs", () => {
    const tally = fuzz(stackMonitor, 10_000, runs(createRandom(1), workload(["push", "push", "pop", "pop"])));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(2);
    const tally = fuzz(stackMonitor, 20_000, () => partOf(stack, scatter(random, guess(random))));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(3_000);
  });
});
