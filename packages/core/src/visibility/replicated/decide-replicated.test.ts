import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { createRandom } from "../../random.js";
import { parseAxioms } from "../../criteria/axioms/parse.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import { types } from "../../types/index.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { compareLevels } from "@sightline/testing/visibility/compare-levels.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";

const replicated = [types["or-set"], types["mv-register"], types.sequence];

/** Models that ask for more than most random ones. */
const strong = [
  "vis >= hb; vis >= vis.vis",
  "vis >= lin",
  "vis >= vis.lin; vis >= hb",
  "relax lin; vis >= hb; vis >= vis.hb",
];

describe.each(replicated.map((type) => [type.name, type] as const))("%s", (_, type) => {
  test("check agrees with the definition of the levels, uniform and mixed", () => {
    const count = seeds(160);
    const { wrong, held } = compareLevels(type, count, (seed) =>
      generateVisibilityHistory(type, seed, seed % 10 === 0 ? 4 : 3),
    );
    expect(wrong).toEqual([]);
    expect(held.complete).toBeGreaterThan(count / 20);
    expect(held.complete).toBeLessThan((count * 98) / 100);
    expect(held.weak).toBeGreaterThan(held.complete);
  });

  test("and of random axiom models, with filters and with relax lin", () => {
    const held = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= 200; seed++) {
      const history = generateVisibilityHistory(type, seed, seed % 4 === 0 ? 4 : 3);
      const random = createRandom(seed);
      const model = random.chance(0.5)
        ? randomModel(random, Object.keys(type.methods ?? {}))
        : parseAxioms(random.pick(strong));
      if (printAxioms(model).includes("[]")) continue; // a filter that lets nobody pass cannot be written
      const oracle = createVisibilityOracle(history, type, { relaxLin: model.relaxLin });
      const expected = oracle.satisfiesPredicate(axiomCondition(history, model));
      const { verdict } = check(history, { type, axioms: printAxioms(model), explain: false });
      held[verdict]++;
      expect(verdict, `seed ${seed} ${printAxioms(model)}`).toBe(expected ? "satisfied" : "violated");
    }
    expect(Math.min(held.satisfied, held.violated)).toBeGreaterThan(2);
  });
});
