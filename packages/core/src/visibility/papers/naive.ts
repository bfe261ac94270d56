import type { Budget } from "../../budget.js";
import { type BaselineOptions, checkConsistency, type VisExtensions } from "./check-consistency.js";
import type { VisibilityModel } from "./model.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { nextSubset } from "./next-subset.js";

/**
 * The naive search of CAV'18 (Fig. 4 without Theorem 1): every linearization, and for every
 * operation every set of earlier operations that the model allows and that explains its result.
 * A baseline and a second opinion: it asks nothing of the model but the definition.
 */
export function naiveVisibility<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  budget: Budget,
  options: BaselineOptions = {},
): VisibilityFound<Bits> {
  const { sets } = problem;
  const everyAllowed: VisExtensions<Bits> = function* ({ operation, placed, visible, explains, tick }) {
    const least = model.required(operation, placed, visible);
    if (!sets.within(least, placed.set)) return;
    const free = sets.difference(placed.set, least);
    for (let more: Bits | undefined = free; more !== undefined; more = nextSubset(sets, free, more)) {
      tick();
      const seen = sets.union(least, more);
      if (model.allowed(operation, seen, placed, visible) && explains(seen)) yield seen;
    }
  };
  return checkConsistency(problem, model, budget, everyAllowed, options);
}
