import { describe, expect, test } from "vitest";
import { createRandom } from "../testing/random.js";
import { stack } from "../types/stack.js";
import { fault, fuzz, partOf, randomRun, run, type Workload } from "./fuzzing.js";
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

describe("the stack monitor", () => {
  test("agrees with the definition on pushes and pops", () => {
    const tally = fuzz(createRandom(1), stackMonitor, workload(["push", "push", "pop", "pop"]), 15_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });
});
