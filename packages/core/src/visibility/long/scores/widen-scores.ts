import { LEVEL } from "../../../criteria/levels.js";
import type { ScoreAsk } from "./score-model.js";
import { ABSENT, isAbove, scoreSeen, type ScoreViews, seeUpTo } from "./score-views.js";

/** How many sights are looked at for one query. */
const MOST_SIGHTS = 64;

/**
 * Lets the session see more, of what is placed, until its next operation has its answer; whether it has it then.
 *
 * @param until what was placed up to this moment all have heard of; the rest is seen only where it is asked for
 * @param skipped so many sights that are an answer are passed over, if there are others
 */
export type Widen = (operation: number, ask: ScoreAsk, until: number, skipped: number) => boolean;

export function createWiden(views: ScoreViews, when: Float64Array): Widen {
  const { scores, bounds, level, elements, place, line, placed, sees, saw, lists, lengths, value } = views;
  const { sessions, session, position } = scores.model.problem;
  const width = sessions.length;
  const touched = new Int32Array(elements);
  let stamp = 0;
  let [s, base, asking] = [0, 0, 0];
  let wanted: ScoreAsk = { element: -1, score: null, isMaximum: false };

  const otherScore = (one: number, counts: Int32Array): number =>
    touched[one] === stamp ? scoreSeen(views, one, counts, 0) : value[s * elements + one];
  const touch = (counts: Int32Array): void => {
    stamp++;
    for (let t = 0; t < width; t++)
      for (let next = sees[base + t]; next < counts[t]; next++) {
        const one = scores.element[sessions[t][next]];
        if (one >= 0) touched[one] = stamp;
      }
  };
  /** Whether an element that is not the asked one is too much. */
  const isInTheWay = (one: number, its: number): boolean =>
    its !== ABSENT && (wanted.score === null || isAbove(scores, one, its, wanted.element, wanted.score));
  const isAnswer = (counts: Int32Array): boolean => {
    const { element, score, isMaximum } = wanted;
    if (element >= 0 && scoreSeen(views, element, counts, 0) !== (score ?? ABSENT)) return false;
    if (!isMaximum) return true;
    touch(counts);
    for (let one = 0; one < elements; one++)
      if (one !== element && isInTheWay(one, otherScore(one, counts))) return false;
    return true;
  };
  const wider = new Int32Array(width);
  const found = new Int32Array(width);
  let [left, isFound] = [0, false];
  /** The sight with one operation more and what is seen with it, in `wider`; false where it is more than can be. */
  const withOne = (counts: Int32Array, seen: number): boolean => {
    wider.set(counts);
    if (level === LEVEL.causal) {
      for (let t = 0, at = seen * width; t < width; t++, at++) if (saw[at] > wider[t]) wider[t] = saw[at];
    } else wider[session[seen]] = Math.max(wider[session[seen]], position[seen] + 1);
    for (let t = 0; t < width; t++)
      if (wider[t] > sees[base + t] && wider[t] > bounds.most[asking * width + t] && t !== s) return false;
    return true;
  };
  const next = new Int32Array(width);
  /** The next update of each session that matters to a sight, or -1. */
  const findNext = (counts: Int32Array): void => {
    next.fill(-1);
    const look = (element: number): void => {
      const list = lists[element];
      for (let at = lengths[element] - 1; at >= 0; at--) {
        const t = session[list[at]];
        if (position[list[at]] < counts[t]) continue;
        if (next[t] < 0 || position[list[at]] < position[next[t]]) next[t] = list[at];
      }
    };
    if (wanted.element >= 0) look(wanted.element);
    if (!wanted.isMaximum) return;
    touch(counts);
    for (let one = 0; one < elements; one++)
      if (one !== wanted.element && isInTheWay(one, otherScore(one, counts))) look(one);
  };
  const pool = Array.from({ length: MOST_SIGHTS }, () => new Int32Array(width));
  const costs = new Int32Array(MOST_SIGHTS);
  const isDone = new Uint8Array(MOST_SIGHTS);
  /** Notes a sight, unless it is known, or more than can be. */
  let known = 0;
  const note = (counts: Int32Array, from: Int32Array): void => {
    if (known === MOST_SIGHTS) return;
    let more = 0;
    for (let t = 0; t < width; t++) more += counts[t] - from[t];
    for (let one = 0; one < known; one++) {
      if (costs[one] !== more) continue;
      let t = 0;
      while (t < width && pool[one][t] === counts[t]) t++;
      if (t === width) return;
    }
    pool[known].set(counts);
    costs[known] = more;
    isDone[known++] = 0;
  };
  const nexts = new Int32Array(width);
  const origin = new Int32Array(width);
  /** Looks for sights that are an answer, the least first; returns the last that is not passed over. */
  const search = (from: Int32Array): void => {
    origin.set(from);
    known = 0;
    note(from, origin);
    for (;;) {
      let best = -1;
      for (let one = 0; one < known; one++)
        if (isDone[one] === 0 && (best < 0 || costs[one] < costs[best])) best = one;
      if (best < 0) return;
      isDone[best] = 1;
      const counts = pool[best];
      if (isAnswer(counts)) {
        found.set(counts);
        isFound = true;
        if (left-- === 0) return;
        continue;
      }
      if (known === MOST_SIGHTS) continue;
      findNext(counts);
      nexts.set(next);
      for (const update of nexts) if (update >= 0 && withOne(counts, update)) note(wider, origin);
    }
  };
  /** What is seen with all that was placed up to so many operations ago. */
  const heard = (until: number): boolean => {
    for (let t = 0; t < width; t++) {
      now[t] = sees[base + t];
      if (t === s) continue;
      const members = sessions[t];
      let [low, high] = [now[t], placed[t]];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (when[members[middle]] <= until) low = middle + 1;
        else high = middle;
      }
      now[t] = Math.max(now[t], Math.min(low, bounds.most[asking * width + t]));
    }
    return level !== LEVEL.causal || close();
  };
  const now = new Int32Array(width);
  /** At `causal` what those saw that are seen, too; false where that is more than can be. */
  const close = (): boolean => {
    for (let t = 0; t < width; t++) {
      if (now[t] === 0) continue;
      const last = sessions[t][now[t] - 1];
      for (let r = 0, at = last * width; r < width; r++, at++) {
        if (saw[at] <= now[r]) continue;
        if (r !== s && saw[at] > bounds.most[asking * width + r]) return false;
        now[r] = saw[at];
      }
    }
    return true;
  };
  /** Looks for beginnings of the linearization that are an answer. */
  const walk = (): void => {
    let start = views.count;
    for (let t = 0; t < width; t++) {
      now[t] = sees[base + t];
      if (now[t] < placed[t]) start = Math.min(start, place[sessions[t][now[t]]]);
    }
    for (let at = start; at < views.count; at++) {
      const t = session[line[at]];
      if (position[line[at]] < now[t]) continue;
      if (t !== s && position[line[at]] >= bounds.most[asking * width + t]) return;
      now[t] = position[line[at]] + 1;
      const one = scores.element[line[at]];
      if (one < 0 || (!wanted.isMaximum && one !== wanted.element) || !isAnswer(now)) continue;
      found.set(now);
      isFound = true;
      if (left-- === 0) return;
    }
  };
  return (operation, ask, until, skipped) => {
    [s, asking, wanted] = [session[operation], operation, ask];
    base = s * width;
    left = skipped;
    isFound = false;
    if (until > -Infinity && heard(until)) search(now);
    if (left >= 0 && until === -Infinity) search(sees.slice(base, base + width));
    if (left >= 0) walk();
    if (isFound) seeUpTo(views, s, found);
    return isFound;
  };
}
