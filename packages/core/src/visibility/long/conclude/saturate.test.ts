import { describe, expect, test } from "vitest";
import { LEVEL } from "../../../criteria/levels.js";
import { types } from "../../../types/index.js";
import { createBudget } from "../../../budget.js";
import { levelQuestions } from "@sightline/testing/visibility/long/level-questions.js";
import { parseHistory } from "../../../history/parse-history.js";
import { createMeter } from "../../meter.js";
import { createKeyModel } from "../models/key-model.js";
import { createLongProblem } from "../long-problem.js";
import { saturate } from "./saturate.js";

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

describe.each(names)("saturation of %s", (type) => {
  test("never refutes what the definition of the levels admits, and refutes much of the rest", () => {
    const counts = { refuted: 0, violated: 0 };
    for (const { task, name, holds } of levelQuestions(types[type], SEEDS)) {
      const found = saturate(task, createMeter(createBudget()));
      const isAdmitted = holds();
      if (!isAdmitted) counts.violated++;
      if (!("contradiction" in found)) continue;
      counts.refuted++;
      expect(isAdmitted, `${name} ${found.contradiction.operation}`).toBe(false);
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
