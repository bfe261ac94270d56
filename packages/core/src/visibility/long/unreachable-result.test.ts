import { describe, expect, test } from "vitest";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../budget.js";
import { LEVEL, levelNames } from "../../criteria/levels.js";
import { labelOf } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { createMeter } from "../meter.js";
import { createKeyModel } from "./key-model.js";
import { createLongProblem } from "./long-problem.js";
import { createNumberModel } from "./number-model.js";
import { saturate } from "./saturate.js";
import { createSumModel } from "./sum-model.js";
import { unreachableResult } from "./unreachable-result.js";

const names = [
  "counter",
  "set",
  "map",
  "register",
  "queue",
  "stack",
  "list",
  "rpq",
  "priority-queue",
] as const;

/** Of so few operations conclusions refute the others. */
const hasSizes: ReadonlySet<string> = new Set(["set", "map", "queue", "stack"]);

describe.each(names)("results of %s", (name) => {
  test("are never out of reach where the definition of the levels admits them, and are where it does not", () => {
    const type = types[name];
    const counts = { refuted: 0, held: 0 };
    for (let seed = 1; seed <= 300; seed++) {
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
        const numbers = createNumberModel(problem, sums, keys, level === "complete");
        const meter = createMeter(createBudget());
        const known = saturate({ problem, levels, keys, sums }, meter);
        if ("contradiction" in known) continue;
        const stuck = unreachableResult(known.bounds, numbers, keys, meter);
        counts[stuck >= 0 ? "refuted" : "held"]++;
        if (stuck < 0) continue;
        const holds = oracle.satisfiesLevels(levelOf);
        expect(holds, `seed ${seed} ${level ?? JSON.stringify(mixed)} ${order} ${stuck}`).toBe(false);
      }
    }
    expect(counts.held).toBeGreaterThan(counts.refuted);
    if (hasSizes.has(name)) expect(counts.refuted).toBeGreaterThan(0);
  });
});

describe("what numbers of one session need", () => {
  /** The operation that has a number out of reach, at a level; -1 where none has. */
  const stuckAt = (text: string, level: keyof typeof LEVEL): number => {
    const history = parseHistory(text, { type: "counter" });
    const ids = Int32Array.from({ length: history.size }, (_, id) => id);
    const problem = createLongProblem(history, types.counter, undefined, "session", ids);
    if (problem === undefined) throw new Error("a circle");
    const sums = createSumModel(problem);
    const numbers = createNumberModel(problem, sums, undefined);
    const levels = new Uint8Array(history.size).fill(LEVEL[level]);
    const meter = createMeter(createBudget());
    const known = saturate({ problem, levels, keys: undefined, sums }, meter);
    if ("contradiction" in known || numbers === undefined) throw new Error("no numbers");
    return unreachableResult(known.bounds, numbers, undefined, meter);
  };

  test("adds up from one to the next where they see ever more", () => {
    const text = "{ inc(); inc(); dec() } || { read() => 2; read() => 1; read() => 2; read() => 1 }";
    expect(stuckAt(text, "monotonic")).toBe(5);
    expect(stuckAt(text, "basic")).toBe(-1);
  });

  test("has to be placed before them, by sessions that wait for nobody", () => {
    const text = "{ read() => 1; inc() } || { read() => 1; inc() }";
    expect(stuckAt(text, "weak")).toBe(0);
    expect(stuckAt("{ read() => 1; inc() } || { inc(); read() => 1 }", "weak")).toBe(-1);
  });
});
