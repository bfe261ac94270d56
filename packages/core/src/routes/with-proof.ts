import type { Asked } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import { type CriterionSpec, findCriterion } from "../criteria/criterion.js";
import { evidenceOf } from "../explain/evidence-of.js";
import type { Explained } from "../explain/explained.js";
import { prove } from "../explain/proof/prove.js";
import type { History } from "../history/history.js";
import type { Violation } from "../result.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** The time that a proof may take, in milliseconds, on a machine that is slower than its steps were counted for. */
const PATIENCE = 4000;
/**
 * The violation with a proof, where one is found: of the part that fails, or else of the few operations that
 * the reason is about. It is verified as a witness is: one that does not hold is a bug.
 *
 * @param isSatisfied whether another history of the same type is found to satisfy the criterion
 */
export function withProof(
  asked: Asked,
  explained: Explained,
  decision: object,
  budget: Budget,
  isSatisfied: (other: History) => boolean,
): Violation {
  const { history, type, initial, options } = asked;
  const { plain: _, ...violation } = explained;
  if (options.explain === false) return violation;
  const spec = named(asked.criterion);
  const deadline = Math.min(performance.now() + PATIENCE, budget.limits.deadline ?? Infinity);
  const mayGoOn = (): boolean => performance.now() < deadline && budget.limits.cancelled?.() !== true;
  const part = "ids" in decision ? (decision.ids as readonly number[]) : undefined;
  const attempt = (ids: readonly number[] | undefined) =>
    ids?.length === 0
      ? undefined
      : prove({ history, spec, type, initial, mayGoOn, ...(ids !== undefined && { ids }) });
  const proof = attempt(part) ?? attempt(violation.operations);
  if (proof === undefined) return violation;
  const checked = options.verify === false || verifyProof(history, spec, { type, initial }, proof);
  if (checked !== true && !checked.valid)
    throw new Error(`a proof of ${spec.name} does not hold: ${checked.reason}`);
  return evidenceOf({ history, spec, type, initial, proof, isSatisfied }, explained);
}

/** The criterion as its name says it, which is what a proof is verified by. */
const named = (criterion: CriterionSpec): CriterionSpec => findCriterion(criterion.name);
