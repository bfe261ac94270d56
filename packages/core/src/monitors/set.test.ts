import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../random.js";
import { set } from "../types/set.js";
import { fuzz, judged, run } from "@sightline/testing/order/judge-monitor.js";
import { type Operation, partOf } from "@sightline/testing/order/part-of.js";
import { randomRun, runs, scatter, type Workload } from "@sightline/testing/order/random-run.js";
import { setMonitor } from "./set.js";
import { seeds } from "@sightline/testing/seeds.js";

const workload = (random: Random, elements: number) => (): Workload => ({
  type: set,
  ...(random.chance(0.3) && { initial: [1] }),
  invoke: () => ({
    method: random.pick(["add", "remove", "contains", "contains"]),
    args: [1 + random.int(elements)],
  }),
});

/** One or two elements, each added and removed once at most, seen and missed at times that may not fit. */
function guess(random: Random): Label[] {
  const labels: Label[] = [];
  for (let element = 1; element <= 1 + random.int(2); element++) {
    const say = (method: string, result: boolean) => labels.push({ method, args: [element], result });
    if (random.chance(0.9)) say("add", true);
    if (random.chance(0.7)) say("remove", true);
    while (random.chance(0.6)) {
      if (random.chance(0.6)) say("contains", random.chance(0.5));
      else say(random.pick(["add", "remove"]), false);
    }
  }
  return labels.slice(0, 9);
}

describe("the set monitor", () => {
  test("agrees with the definition on runs with one element", () => {
    const random = createRandom(1);
    const tally = fuzz(setMonitor, seeds(3_000), runs(random, workload(random, 1)));
    expect(tally.satisfied).toBeGreaterThan(550);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on runs with several elements", () => {
    const random = createRandom(2);
    const tally = fuzz(setMonitor, seeds(3_000), runs(random, workload(random, 3)));
    expect(tally.satisfied).toBeGreaterThan(550);
    expect(tally.violated).toBeGreaterThan(130);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const next = () => partOf(set, scatter(random, guess(random)), random.chance(0.3) ? [1] : undefined);
    const tally = fuzz(setMonitor, seeds(5_000), next);
    expect(tally.satisfied).toBeGreaterThan(700);
    expect(tally.violated).toBeGreaterThan(700);
  });

  test("tells in words who missed an element", () => {
    const found = run(
      setMonitor,
      partOf(set, [
        { method: "add", args: [1], result: true, call: 0, return: 1 },
        { method: "contains", args: [1], result: false, call: 2, return: 3 },
        { method: "remove", args: [1], result: true, call: 4, return: 5 },
      ]),
    );
    expect(found).toMatchObject({
      verdict: "violated",
      pattern: {
        rows: [0, 1, 2],
        reason:
          "#1 contains(1) => false was called after #0 add(1) => true returned, and #2 remove(1) => true was " +
          "called after it returned",
      },
    });
  });

  test("decides 100,000 operations, with a witness", () => {
    let fresh = 0;
    const invoke = (random: Random) => {
      const method = random.pick(["add", "remove", "contains"]);
      return { method, args: [method === "add" ? ++fresh : Math.max(0, fresh - random.int(5))] };
    };
    const shape = { operations: 100_000, width: 3, jitter: 0, pending: 0, unobserved: 0 };
    const part = partOf(set, randomRun(createRandom(5), { type: set, invoke }, shape));
    expect(judged(setMonitor, part)).toBe("satisfied");
  });

  test.each<[string, Operation[]]>([
    ["a size", [{ method: "size", result: 0, call: 0, return: 1 }]],
    ["an add without a result", [{ method: "add", args: [1], call: 0, return: 1 }]],
    [
      "an element added twice",
      [
        { method: "add", args: [1], result: true, call: 0, return: 1 },
        { method: "add", args: [1], result: true, call: 0, return: 1 },
        { method: "remove", args: [1], result: true, call: 0, return: 1 },
      ],
    ],
  ])("refuses %s", (_, operations) => {
    expect(run(setMonitor, partOf(set, operations))).toBeUndefined();
  });
});
