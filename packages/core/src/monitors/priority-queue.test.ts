import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { priorityQueue } from "../types/priority-queue.js";
import { fuzz, partOf, runs, scatter, type Workload } from "./fuzzing.js";
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

/** Two or three elements, most of them removed, seen and missed at times that may not fit. */
function guess(random: Random): Label[] {
  const labels: Label[] = [];
  for (let id = 1; id <= 2 + random.int(2); id++) {
    const priority = random.int(3);
    labels.push({ method: "add", args: [id, priority], result: null });
    if (random.chance(0.8)) labels.push({ method: "rem", args: [id], result: null });
    if (random.chance(0.7)) labels.push({ method: "max", args: [], result: [id, priority] });
    if (random.chance(0.2)) labels.push({ method: "max", args: [], result: [id, priority] });
    if (random.chance(0.2)) labels.push({ method: "score", args: [id], result: priority });
    if (random.chance(0.3)) labels.push({ method: "score", args: [id], result: null });
  }
  if (random.chance(0.2)) labels.push({ method: "max", args: [], result: null });
  return labels.slice(0, 10);
}

describe("the priority queue monitor", () => {
  test("agrees with the definition on runs with max", () => {
    const random = createRandom(1);
    const load = workload(random, ["max", "max", "max"]);
    const tally = fuzz(priorityQueueMonitor, 10_000, runs(random, load));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on runs with max and score", () => {
    const random = createRandom(2);
    const load = workload(random, ["max", "max", "score", "score"]);
    const tally = fuzz(priorityQueueMonitor, 10_000, runs(random, load));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(priorityQueueMonitor, 30_000, () =>
      partOf(priorityQueue, scatter(random, guess(random))),
    );
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(3_000);
  });
});
