import { describe, expect, test } from "vitest";
import { LEVEL, levelNames } from "../../criteria/levels.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { createBudget } from "../../budget.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { labelOf } from "../../history/history.js";
import { createMeter } from "../meter.js";
import { createKeyModel } from "./key-model.js";
import { createLongProblem } from "./long-problem.js";
import { saturate } from "./saturate.js";
import { createSumModel } from "./sum-model.js";

const SEEDS = 400;
const names = [
  "register",
  "set",
  "map",
  "counter",
  "queue",
  "stack",
  "list",
  "rpq",
  "priority-queue",
] as const;

describe.each(names)("saturation of %s", (name) => {
  test("never refutes what the definition of the levels admits, and refutes much of the rest", () => {
    const type = types[name];
    const counts = { refuted: 0, violated: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const history = generateVisibilityHistory(type, seed, 4 + (seed % 4 === 0 ? 1 : 0));
      const random = createRandom(seed);
      const order = random.pick(["session", "realtime"] as const);
      const ids = Int32Array.from({ length: history.size }, (_, id) => id);
      const problem = createLongProblem(history, type, history.initial, order, ids);
      if (problem === undefined) continue;
      const oracle = createVisibilityOracle(history, type, { order });
      const keys = createKeyModel(problem);
      const sums = createSumModel(problem);
      const mixed = randomLevels(type, random);
      for (const level of [...levelNames, undefined]) {
        const levelOf = (method: string) => level ?? mixed[method];
        const levels = Uint8Array.from(ids, (id) => LEVEL[levelOf(labelOf(history, id).method)]);
        const found = saturate({ problem, levels, keys, sums }, createMeter(createBudget()));
        const holds = oracle.satisfiesLevels(levelOf);
        if (!holds) counts.violated++;
        if (!("contradiction" in found)) continue;
        counts.refuted++;
        expect(
          holds,
          `seed ${seed} ${level ?? JSON.stringify(mixed)} ${order} ${found.contradiction.operation}`,
        ).toBe(false);
      }
    }
    expect(counts.refuted).toBeGreaterThan(0.15 * counts.violated);
  });
});
