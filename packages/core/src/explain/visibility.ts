import type { History } from "../history/history.js";
import { select } from "../history/select.js";
import { membersOf, seenBy } from "../history/sights.js";
import type { Value } from "../history/value.js";
import { type PossibleState, tellAlternatives } from "./alternatives.js";
import { sessionCause } from "./cause/session-cause.js";
import { contradiction } from "./contradiction.js";
import { relaxTo, tellHistory } from "./core-history.js";
import type { Effort } from "./effort.js";
import { explainLong } from "./explain-long.js";
import type { Explained } from "./explained.js";
import { type Beginning, longestBeginning, tellBeginning } from "./longest-beginning.js";
import { nameOf } from "./name-of.js";
import { outOfNowhere } from "./plain-fact.js";
import { relaxVisibility } from "./relax-visibility.js";
import {
  insteadAt,
  plausibleAlternatives,
  type RefutedVisibility,
  statesOf,
  verdictOf,
  wholeOf,
} from "./seen-alternatives.js";
import { SMALL, smallest } from "./shrink.js";
import { type Instead, list, tellCulprit, tellOthers, tellUnseen } from "./tell-core.js";
import { tellStates } from "./tell-exhausted.js";

/** The states that one trial of the shrinker may visit, and one decision of the whole history. */
const [TRIAL_STATES, WHOLE_STATES] = [20_000, 100_000];
/** What each part of explaining may take of the whole: to shrink, to look for other results, to name the cause, to find a beginning that holds. */
const [SHRINKING, INSTEAD, CAUSE, BEGINNING] = [0.35, 0.15, 0.05, 0.05];
/** Beyond this many operations, only those whose results matter tell violations apart. */
const MOST_IN_PATTERN = 32;
/** In a history longer than this, what conclusions refute is looked for first. */
const LONG = 160;
/** The most orders between operations that the words list. */
const MOST_ORDERS = 8;

/**
 * Says why a history violates levels or axioms: the operation that no visibility explains, and a core:
 * few operations with their results, and the updates that these may notice, with any results. The other
 * operations do not matter, whether or not each took effect. The core is the history relaxed, so that it
 * refutes the whole.
 */
export function explainVisibility(refuted: RefutedVisibility, effort: Effort): Explained {
  const { history, criterion, unexplained } = refuted;
  const useTime = refuted.order === "realtime" && history.timed;
  const clash = refuted.order === "realtime" ? contradiction(history) : undefined;
  if (clash !== undefined) {
    const pair = relaxTo(history, Int32Array.from(clash.operations).sort(), () => false);
    const told = tellHistory(pair.history, { ...refuted, useTime }, [...pair.ids]);
    return { ...clash, ...told, headline: clash.reason };
  }
  const long = history.size > LONG ? explainLong(refuted, effort) : undefined;
  if (long !== undefined) return long;
  const shrinking = effort.share(SHRINKING, TRIAL_STATES);
  const fails = (kept: readonly number[]): boolean =>
    verdictOf(refuted, relaxVisibility(refuted, new Set(kept)).history, shrinking)?.verdict === "violated";
  const all = Array.from({ length: history.size }, (_, id) => id);
  const core = fails(all) ? smallest(all, fails, () => shrinking.mayGoOn()) : undefined;
  const naming = effort.share(CAUSE, TRIAL_STATES);
  const cause = (kind: string, alone: History): string =>
    sessionCause({
      criterion,
      kind,
      core: alone,
      type: refuted.type.name,
      initial: refuted.initial,
      useTime: refuted.order === "realtime",
      fails: (sub) => verdictOf(refuted, sub, naming)?.verdict === "violated",
    });
  const whole = wholeOf(refuted, effort.share(INSTEAD, WHOLE_STATES));
  const insteadOf = (id: number): readonly Value[] => plausibleAlternatives(whole, id);
  const relaxed = core === undefined ? undefined : relaxVisibility(refuted, new Set(core));
  const told =
    relaxed === undefined ? {} : tellHistory(relaxed.history, { ...refuted, useTime }, [...relaxed.ids]);
  if (core === undefined || relaxed === undefined || core.length > SMALL) {
    const beginnings = effort.share(BEGINNING, TRIAL_STATES);
    const beginning = longestBeginning(
      history.size,
      (ids) => verdictOf(refuted, only(history, ids), beginnings)?.verdict,
    );
    const stuck = unexplained ?? (beginning?.isLongest === true ? beginning.size : undefined);
    const results = stuck === undefined ? [] : insteadOf(stuck);
    const tried = stuck === undefined ? [] : [insteadAt(history, stuck, results)];
    const culprit = tellCulprit(history, tried);
    return {
      kind: "exhausted",
      operations: core ?? (stuck === undefined ? [] : [stuck]),
      headline:
        culprit ??
        `no choice of who sees whom that ${criterion} allows explains all results of the ${history.size} operations`,
      ...(culprit === undefined && { vague: true }),
      reason: tellExhausted(refuted, {
        size: core?.length ?? history.size,
        beginning,
        tried,
        states: statesOf(whole, stuck),
      }),
      ...(stuck !== undefined && {
        stuck,
        cause: cause("exhausted", only(history, [stuck])),
        ...tellAlternatives([{ id: stuck, results }]),
      }),
      ...told,
    };
  }
  const operations = Array.from(relaxed.ids);
  const stuck = unexplained !== undefined && core.includes(unexplained) ? unexplained : latest(history, core);
  const others = core.filter((id) => id !== stuck);
  const instead = [stuck, ...others].map((id) => insteadAt(history, id, insteadOf(id)));
  const fact = others.length === 0 ? outOfNowhere(refuted, [stuck]) : undefined;
  const headline = fact ?? tellCulprit(history, instead.slice(0, 1)) ?? tellUnseen(criterion, history, core);
  const reason = [
    headline,
    tellOrders(refuted, operations),
    tellRecorded(refuted, operations),
    tellUpdates(operations.length - core.length),
    tellOthers(history.size - operations.length),
  ];
  return {
    kind: "core",
    operations,
    headline,
    reason: fact ?? reason.filter((sentence) => sentence !== "").join(". "),
    ...(fact !== undefined && { plain: true }),
    cause: cause("core", operations.length > MOST_IN_PATTERN ? only(history, core) : relaxed.history),
    stuck,
    ...tellAlternatives(instead),
    ...told,
  };
}

/** These operations alone. */
function only(history: History, ids: readonly number[]): History {
  return select(history, Int32Array.from(ids)).history;
}

/** The operation that was called last; without time, the last that is listed. */
function latest(history: History, core: readonly number[]): number {
  return core.reduce((a, b) => (history.timed && history.call[a] > history.call[b] ? a : b));
}

/** The operations session by session, and the other orders among them that follow from no other two. */
function tellOrders({ history, order }: RefutedVisibility, ids: readonly number[]): string {
  const { session, happensBefore: edges, call, ret } = history;
  const inSession = (a: number, b: number): boolean => session[a] === session[b] && a < b;
  const inTime = (a: number, b: number): boolean => order === "realtime" && history.timed && ret[a] < call[b];
  const declared = (a: number, b: number): boolean =>
    edges.some((from, i) => i % 2 === 0 && from === a && edges[i + 1] === b);
  const before = (a: number, b: number): boolean => inSession(a, b) || declared(a, b) || inTime(a, b);
  const chains = [...new Set(ids.map((id) => session[id]))]
    .map((one) => ids.filter((id) => session[id] === one))
    .filter((chain) => chain.length > 1);
  const sentences = chains.map(
    (chain) => `In one session: ${chain.map((id) => nameOf(history, id)).join(", then ")}`,
  );
  const pairs = ids
    .flatMap((a) => ids.map((b) => [a, b] as const))
    .filter(([a, b]) => before(a, b) && !inSession(a, b));
  for (const [a, b] of pairs)
    if (!ids.some((c) => before(a, c) && before(c, b)))
      sentences.push(
        `${nameOf(history, a)} comes before ${nameOf(history, b)} ${declared(a, b) ? "as declared" : "in real time"}`,
      );
  return sentences.slice(0, MOST_ORDERS).join(". ");
}

/** What each of the operations was recorded as seeing of the others. */
function tellRecorded({ history }: RefutedVisibility, ids: readonly number[]): string {
  const { sights } = history;
  if (sights === undefined) return "";
  const members = membersOf(history);
  const sentences = ids
    .filter((id) => sights.known[id] === 1)
    .map((id) => {
      const all = new Set(seenBy(sights, members, id));
      const seen = ids.filter((other) => all.has(other)).map((other) => nameOf(history, other));
      return `${nameOf(history, id)} was recorded as seeing ${seen.length === 0 ? "none of these" : list(seen)}`;
    });
  return sentences.slice(0, MOST_ORDERS).join(". ");
}

/** That the results of the updates which are not among those named do not matter. */
function tellUpdates(count: number): string {
  return count === 0 ? "" : `This holds whatever the ${countOf(count, "update")} returned`;
}

/** What is known of a violation that no few operations explain. */
interface Exhausted {
  /** How many operations the smallest core has that was found. */
  readonly size: number;
  /** How many operations, as they are listed, satisfy the criterion by themselves, and do not with the next. */
  readonly beginning: Beginning | undefined;
  readonly tried: readonly Instead[];
  readonly states: readonly PossibleState[];
}

function tellExhausted(
  { criterion, history, type, unexplained }: RefutedVisibility,
  { size, beginning, tried, states }: Exhausted,
): string {
  const where = unexplained === undefined ? "" : `; none explains ${nameOf(history, unexplained)}`;
  const culprit = tellCulprit(history, tried);
  return [
    `every linearization and visibility of the ${history.size} operations that ${criterion} allows was ruled out${where}`,
    ...(beginning === undefined ? [] : [tellBeginning(history, criterion, beginning)]),
    ...(culprit === undefined ? [] : [culprit]),
    ...(states.length === 0 ? [] : [tellStates(type, states, "By what it may see")]),
    `No core of ${SMALL} or fewer operations was found: ${size} take part`,
  ].join(". ");
}

function countOf(count: number, noun: string): string {
  return count === 1 ? noun : `${count} ${noun}s`;
}
