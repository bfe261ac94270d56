import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../testing/random.js";
import { set } from "../types/set.js";
import { fault, fuzz, partOf, randomRun, run, type Workload } from "./fuzzing.js";
import { setMonitor } from "./set.js";

const workload = (random: Random, elements: number) => (): Workload => ({
  type: set,
  ...(random.chance(0.3) ? { initial: [1] } : {}),
  invoke: () => ({
    method: random.pick(["add", "remove", "contains", "contains"]),
    args: [1 + random.int(elements)],
  }),
});

describe("the set monitor", () => {
  test("agrees with the definition on one element", () => {
    const random = createRandom(1);
    const tally = fuzz(random, setMonitor, workload(random, 1), 10_000);
    expect(tally.satisfied).toBeGreaterThan(2_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });

  test("agrees with the definition on several elements", () => {
    const random = createRandom(2);
    const tally = fuzz(random, setMonitor, workload(random, 3), 10_000);
    expect(tally.satisfied).toBeGreaterThan(2_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });
});
