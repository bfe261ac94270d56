import { type History, labelOf } from "../history/history.js";
import { membersOf, seenBy } from "../history/sights.js";
import type { BlamedPattern } from "../plan/decision.js";
import { tellHistory } from "./core-history.js";
import type { Effort } from "./effort.js";
import type { Explained } from "./explained.js";
import { relaxVisibility } from "./relax-visibility.js";
import { SMALL } from "./shrink.js";
import { type RefutedVisibility, verdictOf } from "./seen-alternatives.js";

/** In longer histories no core is looked for. */
const LONG = 5000;
/** A proof is looked for among no more than so many. */
const MOST_SEEN = 100;
/** The states that may be visited to tell whether the core fails by itself, and their share of the effort. */
const [CORE_STATES, SHARE] = [20_000, 0.3];

/**
 * Why what operations were recorded as seeing contradicts the criterion, told as it was found. With it goes the core,
 * those operations and the updates that they may notice, where that is seen to fail by itself.
 */
export function explainRecorded(
  refuted: RefutedVisibility,
  { ids, reason }: BlamedPattern,
  effort: Effort,
): Explained {
  const { history, unexplained } = refuted;
  const core = history.size > LONG ? undefined : relaxVisibility(refuted, new Set(ids));
  const fails = (sub: History): boolean =>
    verdictOf(refuted, sub, effort.share(SHARE, CORE_STATES))?.verdict === "violated";
  const useTime = refuted.order === "realtime" && history.timed;
  return {
    kind: "core",
    operations: ids,
    headline: reason,
    reason,
    ...(unexplained !== undefined && { stuck: unexplained }),
    ...(core !== undefined &&
      core.ids.length <= SMALL &&
      fails(core.history) &&
      tellHistory(core.history, { ...refuted, useTime }, [...core.ids])),
    blamed: withSeen(refuted, ids),
  };
}

/** The operations, with the updates that they saw and that their results may tell of, while these are few. */
function withSeen({ history, type }: RefutedVisibility, ids: readonly number[]): readonly number[] {
  const { sights } = history;
  if (sights === undefined) return ids;
  const members = membersOf(history);
  const found = new Set(ids);
  for (const id of ids) {
    if (labelOf(history, id).result === undefined) continue;
    for (const other of seenBy(sights, members, id)) {
      const isTold =
        history.object[other] === history.object[id] &&
        type.pure?.({ ...labelOf(history, other), result: undefined }) !== true &&
        type.relevant?.(labelOf(history, id), labelOf(history, other)) !== false;
      if (isTold) found.add(other);
      if (found.size > MOST_SEEN) return ids;
    }
  }
  return [...found].sort((a, b) => a - b);
}
