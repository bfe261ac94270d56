import type { Budget } from "../../budget.js";
import { type BaselineOptions, checkConsistency, type VisExtensions } from "./check-consistency.js";
import { choicesFor, minimalChoices } from "./choices.js";
import type { VisibilityModel } from "./model.js";
import type { Problem, VisibilityFound } from "../problem.js";

/**
 * The minimal-visibility search of CAV'18 (Fig. 4 with Theorem 1): every linearization, and for every
 * operation only the minimal sets of earlier operations that the model allows and that explain its
 * result. Seeing more never makes anything easier for later operations (Lemma 1).
 */
export function minimalVisibility<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  budget: Budget,
  options: BaselineOptions = {},
): VisibilityFound<Bits> {
  const { sets } = problem;
  const everyMinimal: VisExtensions<Bits> = function* ({ operation, placed, visible, explains, tick }) {
    const choices = choicesFor(sets, model, operation, placed, visible);
    if (choices === undefined) return;
    yield* minimalChoices(sets, choices, (seen) => {
      tick();
      return explains(seen);
    });
  };
  return checkConsistency(problem, model, budget, everyMinimal, options);
}
