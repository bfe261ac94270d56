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
import { parseHistory } from "../../history/parse-history.js";
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

describe("saturation of priority queues", () => {
  /** Whether conclusions alone refute the history where all have the level. */
  const isRefuted = (text: string, name: "rpq" | "priority-queue", level: keyof typeof LEVEL): boolean => {
    const history = parseHistory(text, { type: name });
    const ids = Int32Array.from({ length: history.size }, (_, id) => id);
    const problem = createLongProblem(history, types[name], undefined, "session", ids);
    if (problem === undefined) throw new Error("a circle");
    const levels = new Uint8Array(history.size).fill(LEVEL[level]);
    const keys = createKeyModel(problem);
    const found = saturate({ problem, levels, keys, sums: undefined }, createMeter(createBudget()));
    return "contradiction" in found;
  };

  test.each(["rpq", "priority-queue"] as const)("%s: a maximum tells that nothing larger is seen", (name) => {
    const text = "{ add(1, 50); add(2, 10) } || { max() => [2, 10] }";
    expect(isRefuted(text, name, "peer")).toBe(true);
    expect(isRefuted(text, name, "monotonic")).toBe(false);
    expect(isRefuted("{ add(1, 50); rem(1); add(2, 10) } || { max() => [2, 10] }", name, "peer")).toBe(false);
  });

  test("a score is made of one add and of increments", () => {
    const text = (score: number) => `{ add(1, 50); incrby(1, 3); incrby(1, 4) } || { score(1) => ${score} }`;
    for (const score of [50, 53, 54, 57]) expect(isRefuted(text(score), "rpq", "weak")).toBe(false);
    for (const score of [3, 4, 7]) {
      expect(isRefuted(text(score), "rpq", "weak")).toBe(false);
      expect(isRefuted(text(score), "priority-queue", "weak")).toBe(true);
    }
    for (const score of [49, 51, 58, 100]) expect(isRefuted(text(score), "rpq", "weak")).toBe(true);
  });

  test("an element that is gone was removed last", () => {
    const text = "{ add(1, 50); score(1) => null } || { rem(1) }";
    expect(isRefuted(text, "rpq", "basic")).toBe(false);
    expect(isRefuted("{ rem(1); add(1, 50); score(1) => null }", "rpq", "basic")).toBe(true);
    expect(isRefuted("{ rem(1); add(1, 50); score(1) => null }", "rpq", "weak")).toBe(false);
  });
});
