import type { Subject } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import type { Decision, NoOrder } from "../plan/decision.js";
import type { Violation, Witness } from "../result.js";
import { verifyCriterion } from "../witness/verify-criterion.js";

/** How the criteria of one kind are decided. */
export interface Route<Violated> {
  decide(budget: Budget): Decision<Violated>;
  /** Decides again, without what gave a witness that does not hold; `undefined` where there is no other way. */
  decideOtherwise?(algorithm: string, budget: Budget): Decision<Violated> | undefined;
}

/** What is wrong with a witness by the definition of its criterion alone: then the algorithm that gave it has a bug. */
export function witnessFault(
  { history, type, initial }: Subject,
  criterion: CriterionSpec,
  { witness, algorithm }: { readonly witness: Witness; readonly algorithm: string },
): Error | undefined {
  const checked = verifyCriterion(history, criterion, { type, initial }, witness);
  if (checked.valid) return undefined;
  return new Error(`${algorithm} gave a witness that does not hold: ${checked.reason}`);
}

/** What a violation is known to be without looking for its reasons. */
export function unexplained({ part, stuck, pattern }: NoOrder): Violation {
  return {
    kind: "exhausted",
    operations: stuck === undefined ? [] : [stuck],
    reason: pattern?.reason ?? "every order was ruled out",
    ...(part !== undefined && { part }),
    ...(stuck !== undefined && { stuck }),
  };
}
