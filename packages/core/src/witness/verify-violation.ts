import { findCriterion } from "../criteria/criterion.js";
import { checkTransactions } from "../criteria/transactions.js";
import type { History } from "../history/history.js";
import { verifyProof } from "./proof/verify-proof.js";
import type { Verification } from "./verify.js";
import type { NamedClaim } from "./verify-criterion.js";

/**
 * Checks a proof that the history violates the criterion, from the definition alone. Throws a `HistoryError`
 * where there is no such criterion, or not of such a type.
 *
 * @param proof what `violation.proof` holds, from a result or a file
 */
export function verifyViolation(history: History, claim: NamedClaim, proof: unknown): Verification {
  const criterion = findCriterion(claim.criterion);
  checkTransactions(criterion.name, claim.type);
  return verifyProof(history, criterion, claim, proof);
}
