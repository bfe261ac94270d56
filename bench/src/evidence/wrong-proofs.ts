import type { CheckOptions } from "@sightline/core/ask/check-options.js";
import { findCriterion } from "@sightline/core/criteria/criterion.js";
import type { History } from "@sightline/core/history/history.js";
import type { Random } from "@sightline/core/random.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import type { Proof } from "@sightline/core/witness/proof/proof.js";
import { verifyProof } from "@sightline/core/witness/proof/verify-proof.js";
import { nearbySatisfied } from "@sightline/testing/evidence/nearby-satisfied.js";
import { mutateProof } from "@sightline/testing/proof/mutate-proof.js";

/** How many histories nearby are tried, and how many proofs are held against each. */
const [NEARBY, EDITS] = [6, 25];

/** How many wrong proofs there were, and how many of them were taken for right. */
export interface Counted {
  readonly tried: number;
  readonly accepted: number;
}

/**
 * The proof, as it is and edited, held against histories nearby that satisfy the criterion: the search found an
 * order for each, so none of these proofs can be right.
 */
export function countWrongProofs(
  history: History,
  options: CheckOptions & { readonly type: SequentialType },
  proof: Proof,
  random: Random,
): Counted {
  const { type } = options;
  const spec = findCriterion(proof.criterion);
  let [tried, accepted] = [0, 0];
  for (let near = 0; near < NEARBY; near++) {
    const other = nearbySatisfied(history, options, random);
    if (other === undefined) continue;
    let mutated = proof;
    for (let edits = 0; edits < EDITS; edits++) {
      tried++;
      if (verifyProof(other, spec, { type }, mutated).valid) accepted++;
      mutated = mutateProof(random.chance(0.3) ? proof : mutated, history.size, random);
    }
  }
  return { tried, accepted };
}
