import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { queue } from "../types/queue.js";
import { fuzz, partOf, runs, scatter, type Workload } from "./fuzzing.js";
import { queueMonitor } from "./queue.js";

/** Fresh values offered, and the given methods as often as they are listed. */
function workload(methods: readonly string[]): () => Workload {
  return () => {
    let fresh = 0;
    return {
      type: queue,
      invoke: (random) => {
        const method = random.pick(methods);
        return { method, args: method === "offer" ? [++fresh] : [] };
      },
    };
  };
}

/** Offers of three or four values, most of them polled, some peeked, at times that may not fit. */
function guess(random: Random, peeks: boolean): Label[] {
  const labels: Label[] = [];
  const see = (method: string, result: number | null) => labels.push({ method, args: [], result });
  for (let value = 1; value <= 2 + random.int(3); value++) {
    labels.push({ method: "offer", args: [value], result: true });
    if (random.chance(0.8)) see("poll", value);
    while (peeks && random.chance(0.5)) see("peek", value);
  }
  if (random.chance(0.4)) see("poll", null);
  return labels.slice(0, 9);
}

describe("the queue monitor", () => {
  test("agrees with the definition on runs with offers and polls", () => {
    const load = workload(["offer", "offer", "poll", "poll"]);
    const tally = fuzz(queueMonitor, 10_000, runs(createRandom(1), load));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on runs with peeks", () => {
    const load = workload(["offer", "offer", "poll", "peek", "peek"]);
    const tally = fuzz(queueMonitor, 10_000, runs(createRandom(2), load));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(queueMonitor, 20_000, () =>
      partOf(queue, scatter(random, guess(random, random.chance(0.7)))),
    );
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(3_000);
  });
});
