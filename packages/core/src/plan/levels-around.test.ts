import { describe, expect, test } from "vitest";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { namedModels } from "../criteria/axioms/named.js";
import { modelOfLevels } from "../criteria/axioms/model-of-levels.js";
import { LEVEL, levelNames } from "../criteria/levels.js";
import { types } from "../types/index.js";
import { levelsAround } from "./levels-around.js";

test.each(levelNames)("%s, as axioms, is itself", (level) => {
  const model = modelOfLevels(() => level, ["read", "write"]);
  expect(levelsAround(model, false)).toEqual({ implied: LEVEL[level], sufficient: LEVEL[level] });
});

describe.each(
  namedModels.filter(({ model }) => !model.relaxLin).map(({ name, model }) => [name, model] as const),
)("%s", (_, model) => {
  test("lies between its levels, by the definitions", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const history = generateVisibilityHistory(types.set, seed, 4);
      const around = levelsAround(model, history.happensBefore.length === 0);
      if (around === undefined) expect.fail("no levels");
      const oracle = createVisibilityOracle(history, types.set);
      const holds = oracle.satisfiesPredicate(axiomCondition(history, model));
      const has = (level: number): boolean => oracle.satisfiesLevels(() => levelNames[level]);
      if (holds) expect(has(around.implied), `seed ${seed}`).toBe(true);
      else if (around.sufficient <= LEVEL.complete)
        expect(has(around.sufficient), `seed ${seed}`).toBe(false);
    }
  });
});
