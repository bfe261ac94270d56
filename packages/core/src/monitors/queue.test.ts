import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import { createRandom, type Random } from "../random.js";
import { queue } from "../types/queue.js";
import { fuzz, judged, run } from "@sightline/testing/order/judge-monitor.js";
import { type Operation, partOf } from "@sightline/testing/order/part-of.js";
import { ofFreshValues, randomRun, runs, scatter } from "@sightline/testing/order/random-run.js";
import { queueMonitor } from "./queue.js";
import { seeds } from "@sightline/testing/seeds.js";

const workload = (methods: readonly string[]) => ofFreshValues(queue, "offer", methods);

/** Offers of three or four values, most of them polled, some peeked, at times that may not fit. */
function guess(random: Random, peeks: boolean): Label[] {
  const labels: Label[] = [];
  const see = (method: string, result: number | null) => labels.push({ method, args: [], result });
  for (let value = 1; value <= 2 + random.int(3); value++) {
    labels.push({ method: "offer", args: [value], result: true });
    if (random.chance(0.8)) see("poll", value);
    for (let more = random.int(peeks ? 3 : 1); more > 0; more--) see("peek", value);
  }
  if (random.chance(0.4)) see("poll", null);
  return labels.slice(0, 9);
}

const offer = (value: number): Operation => ({
  method: "offer",
  args: [value],
  result: true,
  call: 0,
  return: 1,
});

/** Value 4 was offered before 1, which left the front before 2 came, which was there before 4. */
const threeInACircle: readonly Operation[] = [
  { method: "offer", args: [4], result: true, call: 0, return: 1 },
  { method: "offer", args: [2], result: true, call: 0, return: 5 },
  { method: "offer", args: [1], result: true, call: 2, return: 3 },
  { method: "poll", result: 1, call: 4, return: 10 },
  { method: "peek", result: 2, call: 5, return: 6 },
  { method: "poll", result: 4, call: 8, return: 20 },
  { method: "poll", result: 2, call: 14, return: 15 },
];

describe("the queue monitor", () => {
  test("agrees with the definition on runs with offers and polls", () => {
    const load = workload(["offer", "offer", "poll", "poll"]);
    const tally = fuzz(queueMonitor, seeds(3_000), runs(createRandom(1), load));
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on runs with peeks", () => {
    const load = workload(["offer", "offer", "poll", "peek", "peek"]);
    const tally = fuzz(queueMonitor, seeds(3_000), runs(createRandom(2), load));
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(queueMonitor, seeds(5_000), () =>
      partOf(queue, scatter(random, guess(random, random.chance(0.7)))),
    );
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(700);
  });

  test("agrees with the definition where values stay at the front for long", () => {
    const random = createRandom(4);
    const shift = (operation: Operation): Operation => ({
      ...operation,
      call: Number(operation.call) - random.int(2),
      return: Number(operation.return) + random.int(2),
    });
    const tally = fuzz(queueMonitor, seeds(1_500), () => partOf(queue, threeInACircle.map(shift)));
    expect(tally.refused).toBe(0);
    expect(tally.satisfied).toBeGreaterThan(130);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("sees three values in a circle of which no two disagree", () => {
    const found = run(queueMonitor, partOf(queue, threeInACircle));
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 2, 3, 4, 5, 6],
        reason:
          "#0 offer(4) => true returned before #2 offer(1) => true was called, but #3 poll() => 1 returned " +
          "before #6 poll() => 2 was called, and #4 peek() => 2 returned before #5 poll() => 4 was called: " +
          "first in must be first out",
      },
    });
  });

  test("tells in words why a queue was not empty", () => {
    const found = run(
      queueMonitor,
      partOf(queue, [
        { method: "offer", args: [1], result: true, call: 0, return: 1 },
        { method: "poll", result: null, call: 2, return: 9 },
        { method: "offer", args: [2], result: true, call: 3, return: 4 },
        { method: "poll", result: 1, call: 5, return: 6 },
      ]),
    );
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 2, 3],
        reason:
          "#1 poll() => null saw nothing, but at every moment from its call to its return there was something: " +
          "what #0 offer(1) => true was there when it returned and until #3 poll() => 1 was called and " +
          "#2 offer(2) => true was there when it returned and was never removed",
      },
    });
  });

  test("decides 8 × 25,000 operations, with a witness", () => {
    const load = workload(["offer", "offer", "poll", "poll", "peek"])();
    const shape = { operations: 200_000, width: 3, jitter: 0, pending: 0, unobserved: 0 };
    const part = partOf(queue, randomRun(createRandom(5), load, shape));
    expect(judged(queueMonitor, part)).toBe("satisfied");
  });

  test.each<[string, Operation[], Value?]>([
    ["a value offered twice", [offer(1), offer(1)]],
    ["a poll without a result", [{ method: "poll", call: 0, return: 1 }]],
    ["a pending poll", [offer(1), { method: "poll", result: 1, call: 0 }]],
    ["a size", [offer(1), { method: "size", result: 1, call: 0, return: 1 }]],
    ["a queue that is seen not empty", [{ method: "isEmpty", result: false, call: 0, return: 1 }]],
    ["a clear", [{ method: "clear", result: null, call: 0, return: 1 }]],
    ["a queue that starts full", [offer(1)], [2]],
  ])("refuses %s", (_, operations, initial) => {
    expect(run(queueMonitor, partOf(queue, operations, initial))).toBeUndefined();
  });
});
