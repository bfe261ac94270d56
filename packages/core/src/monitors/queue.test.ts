import { describe, expect, test } from "vitest";
import { createRandom } from "../testing/random.js";
import { queue } from "../types/queue.js";
import { fault, fuzz, partOf, randomRun, run, type Workload } from "./fuzzing.js";
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

describe("the queue monitor", () => {
  test("agrees with the definition on offers and polls", () => {
    const tally = fuzz(createRandom(1), queueMonitor, workload(["offer", "offer", "poll", "poll"]), 10_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });

  test("agrees with the definition on peeks", () => {
    const methods = ["offer", "offer", "poll", "peek", "peek"];
    const tally = fuzz(createRandom(2), queueMonitor, workload(methods), 15_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });
});
