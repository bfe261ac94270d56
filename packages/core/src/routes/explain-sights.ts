import type { Asked } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import type { Effort } from "../explain/effort.js";
import { explainRecorded } from "../explain/explain-recorded.js";
import { explainVisibility } from "../explain/visibility.js";
import type { Explained } from "../explain/explained.js";
import type { NoOrder } from "../plan/decision.js";
import { conclusionsOn, decideVisibility, type VisibilityCriterion } from "../plan/visibility.js";

/** Why a history violates levels or axioms. */
export function explainSights(
  { history, type, initial, options }: Asked,
  criterion: VisibilityCriterion,
  violated: NoOrder,
  effort: Effort,
): Explained {
  const { pruning = true } = options;
  const subject = { history, type, initial };
  const refuted = {
    ...subject,
    order: criterion.order,
    criterion: criterion.name,
    unexplained: violated.stuck,
    relaxLin: criterion.kind === "axioms" && parseAxioms(criterion.axioms).relaxLin,
    conclusions: () => conclusionsOn({ ...subject, criterion, algorithm: "auto", pruning }),
    decide: (other: typeof history, limits: Budget, asType: typeof type) =>
      decideVisibility(
        { ...subject, history: other, type: asType, criterion, algorithm: "auto", pruning },
        limits,
      ),
  };
  return history.sights !== undefined && violated.pattern !== undefined
    ? explainRecorded(refuted, violated.pattern, effort)
    : explainVisibility(refuted, effort);
}
