import { visibilityAlgorithm } from "../ask/fit-algorithm.js";
import type { Asked } from "../ask/understand.js";
import type { NoOrder } from "../plan/decision.js";
import { decideVisibility, type VisibilityCriterion } from "../plan/visibility.js";
import type { Route } from "./route.js";

/** Levels and axioms: one order of all operations, and what each of them sees. */
export function visibilityRoute(
  { history, type, initial, algorithm: asked, options }: Asked,
  criterion: VisibilityCriterion,
): Route<NoOrder> {
  const { pruning = true } = options;
  const algorithm = visibilityAlgorithm(asked, criterion);
  return {
    decide: (budget) => decideVisibility({ history, type, initial, criterion, algorithm, pruning }, budget),
  };
}
