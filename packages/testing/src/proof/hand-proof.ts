import type { History } from "@sightline/core";
import { findCriterion } from "@sightline/core/criteria/criterion.js";
import { findType } from "@sightline/core/types/index.js";
import type { Proof, ProofNode } from "@sightline/core/witness/proof/proof.js";
import { verifyProof } from "@sightline/core/witness/proof/verify-proof.js";

/** The one view of a proof about one line of all operations. */
export const all = { line: "all", view: 0 } as const;

/** "valid", or why the proof of a violation is refused. */
export function verifies(history: History, proof: Proof): string {
  const checked = verifyProof(
    history,
    findCriterion(proof.criterion),
    { type: findType(history.type ?? "") },
    proof,
  );
  return checked.valid ? "valid" : checked.reason;
}

/** A proof with one view. */
export const about = (criterion: string, keep: Proof["views"][number]["keep"], tree: ProofNode): Proof => ({
  criterion,
  views: [{ keep }],
  tree,
});
