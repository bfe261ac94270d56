import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { printAxioms } from "../criteria/axioms/print.js";
import { createRandom } from "../random.js";
import { findType, typeNames } from "../types/index.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { compareLevels } from "@sightline/testing/visibility/compare-levels.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";

const strong = [
  "vis >= hb; vis >= vis.vis",
  "vis >= lin",
  "vis >= lin.vis",
  "vis >= vis.lin; vis >= hb",
  "relax lin; vis >= hb; vis >= vis.hb",
];

describe.each(typeNames)("%s", (name) => {
  const type = findType(name);

  test("levels with what operations saw, by the definition", () => {
    const { wrong } = compareLevels(type, seeds(60), (seed) => generateVisibilityHistory(type, seed, 4, true));
    expect(wrong).toEqual([]);
  });

  test("axioms with what operations saw, by the definition", () => {
    for (let seed = 1; seed <= seeds(40); seed++) {
      const history = generateVisibilityHistory(type, seed, 4, true);
      const random = createRandom(seed);
      const model = random.chance(0.5)
        ? randomModel(random, Object.keys(type.methods ?? {}))
        : parseAxioms(random.pick(strong));
      if (printAxioms(model).includes("[]")) continue; // a filter that lets nobody pass cannot be written
      const oracle = createVisibilityOracle(history, type, { relaxLin: model.relaxLin });
      const expected = oracle.satisfiesPredicate(axiomCondition(history, model));
      const { verdict } = check(history, { type, axioms: printAxioms(model), explain: false });
      expect(verdict, `seed ${seed} ${printAxioms(model)}`).toBe(expected ? "satisfied" : "violated");
    }
  });
});
