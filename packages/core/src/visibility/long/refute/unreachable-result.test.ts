import { describe, expect, test } from "vitest";
import { levelQuestions } from "@sightline/testing/visibility/long/level-questions.js";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import { parseHistory } from "../../../history/parse-history.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { createNumberModel } from "../models/number-model.js";
import { createBounds } from "../conclude/bounds.js";
import { saturate } from "../conclude/saturate.js";
import { createSumModel } from "../models/sum-model.js";
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

describe.each(names)("results of %s", (type) => {
  test("are never out of reach where the definition of the levels admits them, and are where it does not", () => {
    const counts = { refuted: 0, held: 0 };
    for (const { task, level, name, holds } of levelQuestions(types[type], 300)) {
      const { problem, sums, keys } = task;
      const numbers = createNumberModel(problem, sums, keys, level === "complete");
      const meter = createMeter(createBudget());
      const known = saturate(task, meter);
      // On what the orders alone tell, and on what conclusions leave.
      const all = [createBounds(problem, task.levels), ...("bounds" in known ? [known.bounds] : [])];
      for (const bounds of all) {
        const stuck = unreachableResult(bounds, numbers, keys, meter);
        counts[stuck >= 0 ? "refuted" : "held"]++;
        if (stuck >= 0) expect(holds(), `${name} ${stuck}`).toBe(false);
      }
    }
    expect(counts.held).toBeGreaterThan(counts.refuted);
    if (hasSizes.has(type)) expect(counts.refuted).toBeGreaterThan(0);
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
