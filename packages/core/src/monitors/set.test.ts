import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { set } from "../types/set.js";
import { fuzz, partOf, runs, scatter, type Workload } from "./fuzzing.js";
import { setMonitor } from "./set.js";

const workload = (random: Random, elements: number) => (): Workload => ({
  type: set,
  ...(random.chance(0.3) ? { initial: [1] } : {}),
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
    const tally = fuzz(setMonitor, 10_000, runs(random, workload(random, 1)));
    expect(tally.satisfied).toBeGreaterThan(2_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on runs with several elements", () => {
    const random = createRandom(2);
    const tally = fuzz(setMonitor, 10_000, runs(random, workload(random, 3)));
    expect(tally.satisfied).toBeGreaterThan(2_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const next = () => partOf(set, scatter(random, guess(random)), random.chance(0.3) ? [1] : undefined);
    const tally = fuzz(setMonitor, 20_000, next);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(3_000);
  });
});
