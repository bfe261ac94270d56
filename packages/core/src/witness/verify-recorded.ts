import type { AxiomModel } from "../criteria/axioms/model.js";
import { modelOfLevels } from "../criteria/axioms/model-of-levels.js";
import { type History, mayBeAbsent } from "../history/history.js";
import type { Witness } from "../result.js";
import { wrongGap } from "./recorded/wrong-gap.js";
import { happensBeforeAlong } from "./recorded/happens-before-along.js";
import { unrecordedSight } from "./recorded/unrecorded-sight.js";
import { wrongRecordedAnswer } from "./recorded/wrong-recorded-answer.js";
import { type WrongResult, wrongRecordedResult } from "./recorded/wrong-recorded-result.js";
import { recordingOf, wrongRecordedOrder } from "./recorded/recording.js";
import type { Verification } from "./verify.js";
import type { VisibilityClaim } from "./verify-visibility.js";

/**
 * Checks a linearization of a history in which every operation sees what it was recorded as seeing, and of queries,
 * which change nothing, what the criterion asks for. From the definition, as `verifyVisibility` does, but along the
 * line and with vectors in place of sets: fine for millions of operations.
 */
export function verifyRecorded(history: History, claim: VisibilityClaim, witness: Witness): Verification {
  const found = judgeRecorded(history, claim, witness);
  return found === undefined ? { valid: true } : { valid: false, reason: found.reason };
}

/**
 * What is wrong with the linearization of a recording, and of lists with the order of their elements, if anything. `work` is told of what that takes, in elementary
 * steps; it may throw when there was enough.
 */
export function judgeRecorded(
  history: History,
  claim: VisibilityClaim,
  { linearization: order, lists }: Pick<Witness, "linearization" | "lists">,
  work: (steps: number) => void = () => {},
): WrongResult | undefined {
  const { type, initial = history.initial } = claim;
  const tell = (reason: string): WrongResult => ({ reason });
  for (let id = 0; id < history.size; id++)
    if (mayBeAbsent(history, id)) return tell("operations that may be absent are told by visibilities alone");
  const model = modelOf(history, claim);
  if (model.relaxLin) return tell("a model that relaxes lin is shown by visibilities alone");
  const recording = recordingOf(history, type, order, work);
  if (typeof recording === "string") return tell(recording);
  const before = happensBeforeAlong(recording, claim.order);
  if (typeof before === "string") return tell(before);
  const reason =
    wrongRecordedOrder(recording) ??
    unrecordedSight(recording, before, model) ??
    (recording.gaps.size === 0 ? undefined : wrongGap(recording, before, model));
  if (reason !== undefined) return tell(reason);
  return type.replicated === undefined
    ? wrongRecordedResult(recording, type, initial)
    : wrongRecordedAnswer(recording, type.replicated, initial, lists);
}

/** The claim as axioms. */
function modelOf(history: History, claim: VisibilityClaim): AxiomModel {
  if ("axioms" in claim) return claim.axioms;
  return modelOfLevels(
    claim.levels,
    history.labels.map(({ method }) => method),
  );
}
