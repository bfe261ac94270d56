import type { Asked } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import { type CriterionSpec, findCriterion } from "../criteria/criterion.js";
import { operationsOf } from "../explain/proof/measure-proof.js";
import { prove } from "../explain/proof/prove.js";
import { cycleOf } from "../explain/proof/tell/cycle-of.js";
import { tellProof } from "../explain/proof/tell/tell-proof.js";
import type { Violation } from "../result.js";
import { createScene } from "../witness/proof/scene.js";
import type { Proof } from "../witness/proof/proof.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** The time that a proof may take, in milliseconds, on a machine that is slower than its steps were counted for. */
const PATIENCE = 4000;
/** A proof of no more steps about no more operations is a reason that a person would give. */
const FEW_STEPS = 6;
const FEW_OPERATIONS = 10;

/**
 * The violation with a proof, where one is found: of the part that fails, or else of the few operations that
 * the reason is about. It is verified as a witness is: one that does not hold is a bug.
 */
export function withProof(asked: Asked, violation: Violation, decision: object, budget: Budget): Violation {
  const { history, type, initial, options } = asked;
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
  return { ...violation, ...evidenceOf(asked, spec, violation, proof) };
}

/** What a proof adds to a violation, in words and data. Where no reason was found before, it is the reason. */
function evidenceOf(
  { history, type, initial }: Asked,
  spec: CriterionSpec,
  violation: Violation,
  proof: Proof,
): Partial<Violation> {
  const scene = createScene(history, spec, { type, initial }, proof.views);
  const cycle = violation.cycle ?? cycleOf(scene, proof);
  const steps = tellProof(scene, proof);
  const operations = operationsOf(proof);
  const leads = steps.filter((line) => /^\d/.test(line));
  const isReason =
    violation.kind === "exhausted" && leads.length <= FEW_STEPS && operations.length <= FEW_OPERATIONS;
  return {
    ...(isReason && { kind: "core", operations, reason: leads.join(" ") }),
    proof,
    steps,
    ...(cycle !== undefined && { cycle }),
  };
}

/** The criterion as its name says it, which is what a proof is verified by. */
const named = (criterion: CriterionSpec): CriterionSpec => findCriterion(criterion.name);
