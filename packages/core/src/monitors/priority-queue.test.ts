import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../testing/random.js";
import { priorityQueue } from "../types/priority-queue.js";
import { fault, fuzz, partOf, randomRun, run, type Workload } from "./fuzzing.js";
import { priorityQueueMonitor } from "./priority-queue.js";

/** Fresh elements added with random priorities, present ones removed, and the given queries. */
function workload(random: Random, queries: readonly string[]): () => Workload {
  return () => {
    let fresh = 0;
    const present: number[] = [];
    const invoke = () => {
      const method = random.pick(["add", "add", "rem", ...queries]);
      if (method === "add") {
        present.push(++fresh);
        return { method, args: [fresh, random.int(4)] };
      }
      if (method === "max") return { method, args: [] };
      const at = random.int(present.length);
      const id = present[at] ?? 0;
      if (method === "rem") present.splice(at, 1);
      return { method, args: [id] };
    };
    return { type: priorityQueue, invoke };
  };
}

describe("the priority queue monitor", () => {
  test("agrees with the definition on max", () => {
    const random = createRandom(1);
    const tally = fuzz(random, priorityQueueMonitor, workload(random, ["max", "max", "max"]), 15_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });

  test("agrees with the definition on max and score", () => {
    const random = createRandom(2);
    const queries = ["max", "max", "score", "score"];
    const tally = fuzz(random, priorityQueueMonitor, workload(random, queries), 15_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });
});
