import { describe, expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import type { History } from "../../../history/history.js";
import { parseHistory } from "../../../history/parse-history.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { createMeter } from "../../meter.js";
import { createBounds } from "../conclude/bounds.js";
import { impossibleStep } from "./impossible-step.js";
import { createKeyModel } from "../models/key-model.js";
import { createLongProblem } from "../long-problem.js";
import { createNumberModel } from "../models/number-model.js";
import { createSumModel } from "../models/sum-model.js";

/** The operation that is told to be impossible, or -1: by what the orders alone say of who sees what. */
function stuckIn(history: History, type: SequentialType, level: "peer" | "causal" | "complete"): number {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, type, history.initial, "session", ids);
  if (problem === undefined) throw new Error("session order goes round in a circle");
  const isOneOrder = level === "complete";
  const numbers = createNumberModel(problem, createSumModel(problem), createKeyModel(problem), isOneOrder);
  const bounds = createBounds(problem, new Uint8Array(history.size).fill(LEVEL[level]));
  return numbers === undefined ? -1 : impossibleStep(bounds, numbers, createMeter(createBudget()));
}

describe.each(["counter", "set", "map", "queue", "stack"] as const)("steps of a %s", (name) => {
  test("are never impossible where the definition of the levels admits them, and some are", () => {
    const type = types[name];
    let refuted = 0;
    for (let seed = 1; seed <= seeds(400); seed++) {
      const history = generateVisibilityHistory(type, seed, 4 + (seed % 2));
      const oracle = createVisibilityOracle(history, type, { order: "session" });
      for (const level of ["peer", "causal", "complete"] as const) {
        if (stuckIn(history, type, level) < 0) continue;
        refuted++;
        expect(oracle.satisfiesLevels(() => level)).toBe(false);
      }
    }
    // So few operations of a map hardly ever tell of a size that steps alone refute.
    if (name !== "map") expect(refuted).toBeGreaterThan(0);
  });
});

test("a sum cannot fall by more than other sessions do in one stretch", () => {
  const lastRead = (last: number): number => {
    const text = `{ read() => 3; read() => ${last} } || { inc(); inc(); inc(); dec(); inc(); dec() }`;
    return stuckIn(parseHistory(text, { type: "counter" }), types.counter, "peer");
  };
  expect(lastRead(2)).toBe(-1);
  expect(lastRead(1)).toBe(1);
});

test("what is put where nothing else is makes a set larger in any case", () => {
  const text = "{ size() => 1; size() => 0 } || { add(1); add(2); remove(1); add(3); remove(2) }";
  expect(stuckIn(parseHistory(text, { type: "set" }), types.set, "peer")).toBe(-1);
  const alone = "{ size() => 2; size() => 0 } || { add(1); add(2); add(3); remove(1) }";
  expect(stuckIn(parseHistory(alone, { type: "set" }), types.set, "peer")).toBe(1);
});

test("in one order, what is put on a stack makes it larger in any case", () => {
  const text = "{ size() => 2; size() => 0 } || { push(1); push(2); pop(); push(3); pop() }";
  const history = parseHistory(text, { type: "stack" });
  expect(stuckIn(history, types.stack, "causal")).toBe(-1);
  expect(stuckIn(history, types.stack, "complete")).toBe(1);
});
