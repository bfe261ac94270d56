import {
  checkFit,
  defaultCriterion,
  type History,
  isExhausted,
  resolveType,
  type Verification,
  verifyViolation,
  verifyWitness,
} from "@sightline/core";
import { visible } from "../../render/visible.js";
import type { VerifyPlan } from "./options.js";
import type { Claimed } from "./witness-file.js";

/** What a claim is, in words, and whether it holds. */
export interface Judgement {
  readonly what: string;
  /** `undefined`: there is nothing to verify. */
  readonly checked: Verification | undefined;
}

/** Verifies a witness or a proof. Throws where the history does not fit its type. */
export function judge(
  history: History,
  claim: Claimed,
  plan: Pick<VerifyPlan, "criterion" | "type" | "initial">,
): Judgement {
  const { initial } = plan;
  const type = resolveType(history, plan.type);
  checkFit(history, type, initial === undefined ? history.initial : initial);
  const criterion = plan.criterion ?? claim.criterion ?? defaultCriterion(history);
  const named = { type, initial, criterion };
  if ("proof" in claim && isExhausted(claim.proof))
    return { what: `proof against ${visible(criterion)}`, checked: undefined };
  return "proof" in claim
    ? { what: `proof against ${visible(criterion)}`, checked: verifyViolation(history, named, claim.proof) }
    : { what: `witness of ${visible(criterion)}`, checked: verifyWitness(history, named, claim.witness) };
}
