import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../random.js";
import { priorityQueue } from "../types/priority-queue.js";
import { fuzz, judged, run } from "@sightline/testing/order/judge-monitor.js";
import { type Operation, partOf } from "@sightline/testing/order/part-of.js";
import { randomRun, runs, scatter, type Workload } from "@sightline/testing/order/random-run.js";
import { priorityQueueMonitor } from "./priority-queue.js";
import { seeds } from "@sightline/testing/seeds.js";

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

const add = (id: number): Operation => ({ method: "add", args: [id, 1], call: 0, return: 1 });

describe("the priority queue monitor", () => {
  test("agrees with the definition on runs with max", () => {
    const random = createRandom(1);
    const load = workload(random, ["max", "max", "max"]);
    const tally = fuzz(priorityQueueMonitor, seeds(3_000), runs(random, load));
    expect(tally.satisfied).toBeGreaterThan(800);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on runs with max and score", () => {
    const random = createRandom(2);
    const load = workload(random, ["max", "max", "score", "score"]);
    const tally = fuzz(priorityQueueMonitor, seeds(3_000), runs(random, load));
    expect(tally.satisfied).toBeGreaterThan(800);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(priorityQueueMonitor, seeds(8_000), () =>
      partOf(priorityQueue, scatter(random, guess(random))),
    );
    expect(tally.satisfied).toBeGreaterThan(800);
    expect(tally.violated).toBeGreaterThan(800);
  });

  test("tells in words what hides an element", () => {
    const found = run(
      priorityQueueMonitor,
      partOf(priorityQueue, [
        { method: "add", args: [1, 5], result: null, call: 0, return: 1 },
        { method: "add", args: [2, 7], result: null, call: 0, return: 1 },
        { method: "add", args: [3, 9], result: null, call: 0, return: 9 },
        { method: "max", result: [1, 5], call: 2, return: 3 },
      ]),
    );
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 3],
        reason:
          "#3 max() => [1,5] needs a moment without any larger element, and between its call and its return " +
          "#0 add(1,5) => null and #1 add(2,7) => null leave none",
      },
    });
  });

  test("decides 30,000 operations, with a witness", () => {
    const random = createRandom(5);
    const shape = { operations: 30_000, width: 3, jitter: 0, pending: 0, unobserved: 0 };
    const part = partOf(priorityQueue, randomRun(random, workload(random, ["max", "score"])(), shape));
    expect(judged(priorityQueueMonitor, part)).toBe("satisfied");
  });

  test.each<[string, Operation[]]>([
    ["an element added twice", [add(1), add(1)]],
    ["an increment", [add(1), { method: "incrby", args: [1, 1], call: 0, return: 1 }]],
    ["a size", [add(1), { method: "size", result: 1, call: 0, return: 1 }]],
  ])("refuses %s", (_, operations) => {
    expect(run(priorityQueueMonitor, partOf(priorityQueue, operations))).toBeUndefined();
  });
});
