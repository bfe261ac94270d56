import type { History } from "../history/history.js";
import type { BlamedPattern } from "../plan/decision.js";
import { tellHistory } from "./core-history.js";
import type { Effort } from "./effort.js";
import type { Explained } from "./explained.js";
import { relaxVisibility } from "./relax-visibility.js";
import { SMALL } from "./shrink.js";
import { type RefutedVisibility, verdictOf } from "./seen-alternatives.js";

/** In longer histories no core is looked for. */
const LONG = 5000;
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
    unproved: true,
  };
}
