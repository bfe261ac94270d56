import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { type LevelName, levelNames } from "../../criteria/levels.js";
import { createRandom } from "../../random.js";
import { parseAxioms } from "../../criteria/axioms/parse.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import { types } from "../../types/index.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
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
    const held = new Map<string, number>();
    const seeds = 500;
    for (let seed = 1; seed <= seeds; seed++) {
      const history = generateVisibilityHistory(type, seed, seed % 10 === 0 ? 4 : 3);
      const random = createRandom(seed);
      const order = random.pick(["session", "realtime"] as const);
      const oracle = createVisibilityOracle(history, type, { order });
      const algorithm = seed % 2 === 0 ? "auto" : "visibility";
      const options = { type, order, algorithm, explain: false } as const;
      for (const level of levelNames) {
        const expected = oracle.satisfiesLevels(() => level);
        if (expected) held.set(level, (held.get(level) ?? 0) + 1);
        const { verdict } = check(history, { ...options, criterion: level });
        expect(verdict, `seed ${seed} ${level} ${order}`).toBe(expected ? "satisfied" : "violated");
      }
      const levels = randomLevels(type, random) as Record<string, LevelName>;
      const expected = oracle.satisfiesLevels((method) => levels[method]);
      const { verdict } = check(history, { ...options, levels });
      expect(verdict, `seed ${seed} ${JSON.stringify(levels)} ${order}`).toBe(
        expected ? "satisfied" : "violated",
      );
    }
    expect(held.get("complete")).toBeGreaterThan(seeds / 20);
    expect(held.get("complete")).toBeLessThan((seeds * 98) / 100);
    expect(held.get("weak")).toBeGreaterThan(held.get("complete") ?? 0);
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
