import { visibilityAlgorithm } from "../ask/fit-algorithm.js";
import type { Asked } from "../ask/understand.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { explainVisibility } from "../explain/visibility.js";
import type { NoOrder } from "../plan/decision.js";
import { decideVisibility, type VisibilityCriterion } from "../plan/visibility.js";
import { type Route, unexplained } from "./route.js";

/** Levels and axioms: one order of all operations, and what each of them sees. */
export function visibilityRoute(
  { history, type, initial, algorithm: asked, options }: Asked,
  criterion: VisibilityCriterion,
): Route<NoOrder> {
  const { pruning = true, explain: reasons = true } = options;
  const subject = { history, type, initial };
  const algorithm = visibilityAlgorithm(asked, criterion);
  return {
    decide: (budget) => decideVisibility({ ...subject, criterion, algorithm, pruning }, budget),
    explain(violated, budget) {
      if (!reasons) return unexplained(violated);
      const refuted = {
        ...subject,
        order: criterion.order,
        criterion: criterion.name,
        unexplained: violated.stuck,
        relaxLin: criterion.kind === "axioms" && parseAxioms(criterion.axioms).relaxLin,
        decide: (other: typeof history, limits: typeof budget) =>
          decideVisibility({ ...subject, history: other, criterion, algorithm: "auto", pruning }, limits),
      };
      return explainVisibility(refuted, budget);
    },
  };
}
