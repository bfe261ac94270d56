import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { addEdge, type Bounds, isBefore, noteSeen } from "./bounds.js";
import type { LongProblem } from "../long-problem.js";
import { createElementModel } from "../elements/element-model.js";

/** How many of the last operations of another session that found something are compared with one that sees them. */
const LATEST = 12;

/** Where more may have put an element there, nothing is concluded. */
const MOST_PUTS = 8;

/** Draws conclusions; an operation that nothing explains, or -1. */
export type FrontOrder = (bounds: Bounds, meter: Meter) => number;

/**
 * What elements in front of a queue tell of the order in which they were put there, from `monotonic` to `causal`.
 *
 * Where an element is in front, all that was put before it is taken away, and nothing else: as many polls took something
 * away as were put before it, of those that are seen. To see more is never to see fewer of these (they are the most
 * pairs of an offer and a later poll that can be made). So if `late` sees what `early` saw, it sees at least as many
 * before its element as `early` before its own. And if its element stands before that one, the ones that `early` sees
 * from the one element to the other were made up for: as many that `early` did not see stand before the element of
 * `late`. Where there are not so many, the elements stand the other way round; or, if that is known not to be so, one of
 * the two was put by another. `undefined` where that does not hold.
 */
export function createFrontOrder(problem: LongProblem, levels: Uint8Array): FrontOrder | undefined {
  const level = levels[0];
  if (!levels.every((one) => one === level) || level < LEVEL.monotonic || level > LEVEL.causal)
    return undefined;
  const model = createElementModel(problem);
  if (model?.isQueue !== true) return undefined;
  const { asks, change, element, elements } = model;
  const { size, sessions, session, position, label } = problem;
  const width = sessions.length;
  /** Session → how many of its first 0, 1, 2, … operations put something there. */
  const offers = sessions.map((members) => {
    const counts = new Int32Array(members.length + 1);
    members.forEach((one, at) => (counts[at + 1] = counts[at] + (change[one] > 0 ? 1 : 0)));
    return counts;
  });
  const puts: number[][] = Array.from({ length: elements }, () => []);
  for (let one = 0; one < size; one++) if (change[one] > 0) puts[element[one]].push(one);
  /** Session → those that found an element; operation → who may have put it there. */
  const finds: number[][] = sessions.map(() => []);
  const putBy = new Map<number, number[]>();
  sessions.forEach((members, s) => {
    for (const one of members) {
      const ask = asks[label[one]];
      if (ask?.of !== "element") continue;
      finds[s].push(one);
      putBy.set(one, puts[ask.element].slice());
    }
  });
  return (bounds, meter) => {
    const { before, sees, most } = bounds;
    /** Offer → session → the first of its operations that is known not to stand before it. */
    const ends = new Map<number, Int32Array>();
    const endsOf = (offer: number): Int32Array => {
      const known = ends.get(offer);
      if (known !== undefined) return known;
      const found = Int32Array.from(sessions, (members) => {
        let [low, high] = [0, members.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (members[middle] === offer || isBefore(bounds, offer, members[middle])) high = middle;
          else low = middle + 1;
        }
        return low;
      });
      meter.work(4 * width);
      ends.set(offer, found);
      return found;
    };
    /**
     * Whether `late` may find what `last` put, and `early` what `first` put, with `last` before `first`: those that
     * `early` sees from `last` to `first` are no more than those that it may not see and that may stand before `last`.
     */
    const mayStandBefore = (early: number, first: number, late: number, last: number): boolean => {
      const end = endsOf(last);
      let [between, others] = [0, 0];
      for (let t = 0; t < width; t++) {
        const seen = sees[early * width + t];
        const counts = offers[t];
        const upTo = Math.min(seen, before[first * width + t]);
        if (upTo > end[t]) between += counts[upTo] - counts[end[t]];
        const until = Math.min(end[t], most[late * width + t]);
        if (until > seen) others += counts[until] - counts[seen];
      }
      // Where it is not known that the one stands before the other it is assumed, and then it is one of those between.
      const isSeen = sees[early * width + session[last]] > position[last];
      if (isSeen && !isBefore(bounds, last, first)) between++;
      meter.work(width);
      return others >= between;
    };
    const compare = (early: number, late: number): void => {
      const earlies = putBy.get(early) as number[];
      const lates = putBy.get(late) as number[];
      if (earlies.length > MOST_PUTS || lates.length > MOST_PUTS) return;
      const rest = lates.filter((last) =>
        earlies.some(
          (first) =>
            first === last || !isBefore(bounds, last, first) || mayStandBefore(early, first, late, last),
        ),
      );
      if (rest.length < lates.length) {
        putBy.set(late, rest);
        bounds.changed = true;
      }
      if (rest.length !== 1 || earlies.length !== 1 || rest[0] === earlies[0]) return;
      const [first, last] = [earlies[0], rest[0]];
      if (isBefore(bounds, last, first) || isBefore(bounds, first, last)) return;
      if (!mayStandBefore(early, first, late, last)) addEdge(bounds, first, last);
    };
    for (let s = 0; s < width; s++)
      for (const [at, late] of finds[s].entries()) {
        const all = putBy.get(late) as number[];
        const possible = all.filter((one) => position[one] < most[late * width + session[one]]);
        if (possible.length < all.length) putBy.set(late, possible);
        for (let earlier = 0; earlier < at; earlier++) compare(finds[s][earlier], late);
        if (level === LEVEL.causal)
          for (let t = 0; t < width; t++) {
            if (t === s) continue;
            const until = finds[t].findIndex((one) => position[one] >= sees[late * width + t]);
            const seen = until < 0 ? finds[t] : finds[t].slice(0, until);
            for (const early of seen.slice(-LATEST)) compare(early, late);
          }
        const [one, another] = putBy.get(late) as number[];
        if (one === undefined) return late;
        if (another === undefined) noteSeen(bounds, late, one);
      }
    return -1;
  };
}
