import { labelOf } from "../history/history.js";
import { select } from "../history/select.js";
import { tellAlternatives } from "./alternatives.js";
import { blameLong } from "./blame-long.js";
import { sessionCause } from "./cause/session-cause.js";
import { tellHistory } from "./core-history.js";
import type { Effort } from "./effort.js";
import type { Explained } from "./explained.js";
import { outOfNowhere } from "./plain-fact.js";
import { relaxVisibility } from "./relax-visibility.js";
import { insteadAt, plausibleAlternatives, type RefutedVisibility, wholeOf } from "./seen-alternatives.js";
import { SMALL } from "./shrink.js";
import { tellCulprit, tellUnseen } from "./tell-core.js";

/** The states that one trial may visit, and one decision of the whole history. */
const [TRIAL_STATES, WHOLE_STATES] = [20_000, 100_000];
/** What each part of explaining may take of the whole: to find whom to blame, to check that, to look for other results. */
const [BLAMING, CHECKING, INSTEAD] = [0.35, 0.05, 0.1];
/** A core of more operations is not told. */
const MOST_IN_CORE = 40;

/**
 * Says why a long history violates levels or axioms, where conclusions show it without a search: few operations whose
 * results cannot all be, whatever the others returned. A proof is looked for among these. `undefined` where
 * conclusions do not show it.
 */
export function explainLong(refuted: RefutedVisibility, effort: Effort): Explained | undefined {
  const { history, criterion, unexplained, type } = refuted;
  const conclusions = refuted.conclusions?.();
  if (conclusions === undefined) return undefined;
  // Of lists a proof is looked for element by element: little is tried to find out which.
  const blaming = effort.share(conclusions.needs === undefined ? BLAMING : BLAMING / 3, TRIAL_STATES);
  const blamed = blameLong({ history, type, ...conclusions }, blaming);
  if (blamed === undefined) return undefined;
  const kept = blamed.filter((id) => labelOf(history, id).result !== undefined);
  // What was left out as being in the way may only be left out for a proof: the words are about all updates.
  const relaxed = relaxVisibility(refuted, new Set(kept));
  const checking = effort.share(CHECKING, TRIAL_STATES);
  const isRefuted = checking.attempt(0, () => conclusions.refute(relaxed.history, checking.trial)) === true;
  if (!isRefuted || kept.length === 0) return undefined;
  const stuck = unexplained !== undefined && kept.includes(unexplained) ? unexplained : kept[kept.length - 1];
  const results = plausibleAlternatives(wholeOf(refuted, effort.share(INSTEAD, WHOLE_STATES)), stuck);
  const culprit = tellCulprit(history, [insteadAt(history, stuck, results)]);
  const unseen = tellUnseen(criterion, history, kept.slice(-SMALL));
  const fact = outOfNowhere(refuted, kept);
  const isSmall = relaxed.ids.length <= MOST_IN_CORE;
  const useTime = refuted.order === "realtime" && history.timed;
  return {
    kind: kept.length <= SMALL && isSmall ? "core" : "exhausted",
    operations: kept.length <= SMALL && isSmall ? [...relaxed.ids] : kept,
    headline: fact ?? culprit ?? unseen,
    reason:
      fact ??
      [
        ...(culprit === undefined ? [unseen] : [culprit, capital(unseen)]),
        `This holds whatever the other ${history.size - kept.length} operations returned`,
      ].join(". "),
    ...(fact !== undefined && { plain: true }),
    cause: sessionCause({
      criterion,
      kind: "exhausted",
      core: select(history, Int32Array.from([stuck])).history,
      type: type.name,
      initial: refuted.initial,
      useTime: refuted.order === "realtime",
      fails: () => false,
    }),
    stuck,
    blamed,
    ...tellAlternatives([{ id: stuck, results }]),
    ...(isSmall && tellHistory(relaxed.history, { ...refuted, useTime }, [...relaxed.ids])),
  };
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
