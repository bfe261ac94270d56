import type { Random } from "../../../random.js";
import type { Gathering } from "./anneal-order.js";
import { ABSENT, ADD, INCREMENT } from "./score-views.js";
import type { UpdateLine } from "./update-line.js";

/** How many updates of an element are looked at before a place and after it, and how far in the line at most. */
const [BEFORE, AFTER, FAR] = [14, 8, 150];

/**
 * Finds one update of an element that stands in the wrong place, for its score to be right after so many updates of
 * the line: one that came too soon, or too late, or on the wrong side of another. One of those by chance.
 */
export type RepairOrder = (
  after: number,
  element: number,
  isRight: (score: number) => boolean,
  query: number,
) => Gathering | undefined;

export function createRepairOrder({ scores, line, place }: UpdateLine, random: Random): RepairOrder {
  const { element, kind, amount, model } = scores;
  const { session, position } = model.problem;
  const near = new Int32Array(BEFORE + AFTER);
  const trial = new Int32Array(BEFORE + AFTER);
  /** The score that updates lead to, the first of which were seen before. */
  const scoreOf = (length: number): number => {
    let [sum, base] = [0, 0];
    let isThere = false;
    for (let at = length - 1; at >= 0; at--) {
      const update = trial[at];
      if (kind[update] === INCREMENT) sum += amount[update];
      else if (kind[update] === ADD) base = amount[update];
      else break;
      isThere = true;
    }
    return isThere ? base + sum : ABSENT;
  };
  return (after, one, isRight, query) => {
    let first = BEFORE;
    for (let at = after - 1; at >= 0 && first > 0 && after - at < FAR; at--)
      if (element[line[at]] === one) near[--first] = line[at];
    let end = BEFORE;
    for (let at = after; at < line.length && end < BEFORE + AFTER && at - after < FAR; at++)
      if (element[line[at]] === one) near[end++] = line[at];
    const seen = BEFORE - first;
    let found: Gathering | undefined;
    let count = 0;
    const note = (update: number, to: number, isLater: boolean): void => {
      count++;
      if (random.int(count) > 0) return;
      const s = session[update];
      found = isLater ? { s, from: place[update], to, isLater } : { s, from: to, to: place[update], isLater };
    };
    // One more.
    for (let at = BEFORE; at < end; at++) {
      const update = near[at];
      if (session[update] === session[query] && position[update] > position[query]) continue;
      for (let to = BEFORE; to >= first; to--) {
        // An increment counts wherever it stands since the last removal.
        for (let next = first, last = 0; next < BEFORE; next++) {
          if (next === to) trial[last++] = update;
          trial[last++] = near[next];
        }
        if (to === BEFORE) trial[seen] = update;
        if (isRight(scoreOf(seen + 1)))
          note(update, to === BEFORE ? Math.max(0, after - 1) : place[near[to]], false);
        if (kind[update] === INCREMENT) break;
      }
    }
    for (let from = first; from < BEFORE; from++) {
      const update = near[from];
      // One less.
      if (session[update] !== session[query]) {
        for (let next = first, last = 0; next < BEFORE; next++) if (next !== from) trial[last++] = near[next];
        if (isRight(scoreOf(seen - 1))) note(update, Math.min(line.length - 1, after), true);
      }
      // One elsewhere among them.
      for (let to = first; to < BEFORE; to++) {
        if (to === from) continue;
        for (let next = first, last = 0; next < BEFORE; next++) {
          if (next === from) continue;
          if (to < from && next === to) trial[last++] = update;
          trial[last++] = near[next];
          if (to > from && next === to) trial[last++] = update;
        }
        if (isRight(scoreOf(seen))) note(update, place[near[to]], to > from);
      }
    }
    return found;
  };
}
