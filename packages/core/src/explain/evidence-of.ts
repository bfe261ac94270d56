import { type History, isPending } from "../history/history.js";
import type { ProofNode } from "../witness/proof/proof.js";
import { createScene } from "../witness/scene/scene.js";
import type { Explained } from "./explained.js";
import { type Proved, proofCore } from "./proof-core.js";
import { operationsOf } from "./proof/measure-proof.js";
import { cycleOf } from "./proof/tell/cycle-of.js";
import { tellProof } from "./proof/tell/tell-proof.js";
import { SMALL } from "./shrink.js";
import { tellTogether, tellUnseen } from "./tell-core.js";

/** A proof of no more steps is a reason that a person would give. */
const FEW_STEPS = 12;

/**
 * The violation with a proof of it, in words and data. Where the proof is short it is the reason: the
 * operations that it speaks of are shown too, and are the core where they violate the criterion by themselves.
 */
export function evidenceOf(proved: Proved, { plain, vague, ...violation }: Explained): Explained {
  const { history, spec, type, initial, proof } = proved;
  const scene = createScene(history, spec, { type, initial }, proof.views);
  const cycle = violation.cycle ?? cycleOf(scene, proof);
  const { steps, outline } = tellProof(scene, proof);
  // With what comes too late to help, which the steps name and the proof need not.
  const operations = [
    ...new Set([
      ...operationsOf(proof),
      ...outline.flatMap(({ edges }) => edges.flatMap(({ from, to }) => [from, to])),
    ]),
  ].sort((a, b) => a - b);
  const leads = steps.filter((line) => /^\d/.test(line));
  // What never returned is shown where a step speaks of it.
  const isNamed = (id: number): boolean =>
    plain !== true && steps.some((line) => new RegExp(`#${id}\\b`).test(line));
  const told = operations.filter((id) => !isPending(history, id) || isNamed(id));
  const all = [...new Set([...violation.operations, ...told])].sort((a, b) => a - b);
  // A core that is not small beside what the proof speaks of is one more way to tell it, and not the shorter.
  const isReplaced =
    violation.kind === "exhausted" || (violation.kind === "core" && plain !== true && all.length > SMALL);
  const shown = isReplaced ? told : all;
  const isShort = leads.length <= FEW_STEPS && shown.length <= SMALL && !isSearched(proof.tree);
  const isSeen = spec.kind === "levels" || spec.kind === "axioms";
  const together = (ids: readonly number[]): string =>
    isSeen ? tellUnseen(spec.name, history, ids) : tellTogether(history, ids);
  const { headline = together(isShort ? operations : violation.operations) } = violation;
  const explained = {
    ...violation,
    headline,
    ...(plain !== true && { steps, outline }),
    ...(cycle !== undefined && { cycle }),
    proof,
  };
  if (!isShort) return explained;
  const pointed = violation.about ?? violation.stuck;
  // Of several violations the proof may be of another than the one that was looked at before.
  const common = violation.operations.filter((id) => operations.includes(id));
  const about =
    pointed !== undefined && common.includes(pointed)
      ? pointed
      : latestOf(history, common.length > 0 ? common : operations);
  const { coreIds = [] } = violation;
  const core = proofCore(proved, {
    ...violation,
    about,
    spoken: operations,
    isOther: common.length === 0,
    coreIds,
  });
  if (common.length === 0 && core.core === undefined) return explained;
  // Orders that contradict each other are a headline whoever is pointed at.
  const isHeadline =
    vague !== true && (about === pointed || (violation.kind === "cycle" && common.length > 0));
  return {
    ...explained,
    ...(isReplaced && { kind: "core", ...(plain !== true && { reason: leads.join(" ") }) }),
    operations: isReplaced ? operations : shown,
    about,
    ...(!isHeadline && { headline: together(operations) }),
    ...core,
  };
}

/** Whether a part of the proof goes through every order: then all operations take part, named or not. */
function isSearched({ end }: ProofNode): boolean {
  if ("orders" in end) return true;
  return "cases" in end && end.cases.some(isSearched);
}

/** The operation that was called last. */
const latestOf = (history: History, ids: readonly number[]): number =>
  ids.reduce((a, b) => (history.timed && history.call[a] > history.call[b] ? a : b));
