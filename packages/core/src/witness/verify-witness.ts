import { findCriterion } from "../criteria/criterion.js";
import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import { claimOf } from "../plan/visibility.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { type Verification, verify } from "./verify.js";
import { verifyVisibility } from "./verify-visibility.js";

/** What the witness is said to show, by the name or text of its criterion as results carry it. */
export interface NamedClaim {
  readonly type: SequentialType;
  readonly criterion: string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
}

/**
 * Checks a witness of any criterion from the definition alone. Throws a `HistoryError` where there
 * is no such criterion.
 */
export function verifyWitness(history: History, claim: NamedClaim, witness: Witness): Verification {
  const { type, initial } = claim;
  const criterion = findCriterion(claim.criterion);
  return criterion.kind === "levels" || criterion.kind === "axioms"
    ? verifyVisibility(history, claimOf(criterion, { type, initial }), witness)
    : verify(history, { type, initial, criterion: criterion.kind }, witness);
}
