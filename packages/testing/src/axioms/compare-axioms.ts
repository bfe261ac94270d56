import { check } from "@sightline/core/check.js";
import { parseAxioms } from "@sightline/core/criteria/axioms/parse.js";
import { printAxioms } from "@sightline/core/criteria/axioms/print.js";
import type { History } from "@sightline/core/history/history.js";
import { createRandom } from "@sightline/core/random.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { createVisibilityOracle } from "../visibility/visibility-oracle.js";
import { axiomCondition } from "./axiom-condition.js";
import { randomModel } from "./axiom-fuzzing.js";

/** Models that ask for more than most random ones. */
const strong = [
  "vis >= hb; vis >= vis.vis",
  "vis >= lin",
  "vis >= lin.vis",
  "vis >= vis.lin; vis >= hb",
  "relax lin; vis >= hb; vis >= vis.hb",
];

/** Compares `check` with the definition on histories of these seeds, each with a random model or a strong one. */
export function compareAxioms(
  type: SequentialType,
  count: number,
  historyOf: (seed: number) => History,
): { readonly held: Readonly<Record<string, number>>; readonly wrong: readonly string[] } {
  const held = { satisfied: 0, violated: 0, unknown: 0 };
  const wrong: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const history = historyOf(seed);
    const random = createRandom(seed);
    const model = random.chance(0.5)
      ? randomModel(random, Object.keys(type.methods ?? {}))
      : parseAxioms(random.pick(strong));
    if (printAxioms(model).includes("[]")) continue; // a filter that lets nobody pass cannot be written
    const oracle = createVisibilityOracle(history, type, { relaxLin: model.relaxLin });
    const expected = oracle.satisfiesPredicate(axiomCondition(history, model)) ? "satisfied" : "violated";
    const { verdict } = check(history, { type, axioms: printAxioms(model), explain: false });
    held[verdict]++;
    if (verdict !== expected) wrong.push(`seed ${seed} ${printAxioms(model)}: ${verdict}, not ${expected}`);
  }
  return { held, wrong };
}
