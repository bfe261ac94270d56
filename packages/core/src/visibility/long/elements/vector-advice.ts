import type { VectorRun } from "./vector-run.js";

/** An update that should be moved to the other side of another, and how far that is. */
export interface Moving {
  readonly one: number;
  readonly past: number;
  readonly isLater: boolean;
  readonly far: number;
}

/** How many updates are looked at that put the element there; and how many others around each. */
const [MOST_PUTS, AROUND] = [3, 12];
/** How many pairs of updates beside each other are looked at otherwise, and how far from each other they are. */
const [MOST_PAIRS, APART] = [48, 3];

/**
 * Where an operation waits in vain: which updates could change sides for some sight to answer it. Of an element those
 * around who put it there, of a stack also those since; of a size those where nothing, or next to it, is there.
 *
 * @param isBefore tells of two updates that they are not to change sides
 */
export function createVectorAdvice(
  { full, sights }: VectorRun,
  isBefore: (a: number, b: number) => boolean,
): (operation: number) => readonly Moving[] {
  const { model, updates, sizes } = full;
  const { asks, element, change, isQueue, problem } = model;
  const { session } = problem;
  /** The updates in another order. */
  const order = new Int32Array(updates.length);
  const lastPuts = (wanted: number): readonly number[] => {
    const found: number[] = [];
    for (let number = full.count - 1; number >= 0 && found.length < MOST_PUTS; number--)
      if (element[updates[number]] === wanted) found.push(number);
    return found;
  };
  const putsNearFront = (wanted: number): readonly number[] => {
    const found: number[] = [];
    const front = full.gone[full.count];
    for (let away = 0; away < full.put[full.count] && found.length < MOST_PUTS; away++)
      for (const at of away === 0 ? [front] : [front - away, front + away])
        if (at >= 0 && at < full.put[full.count] && element[updates[full.puts[at]]] === wanted)
          found.push(full.puts[at]);
    return found;
  };
  return (operation) => {
    const ask = asks[problem.label[operation]];
    if (ask === undefined) return [];
    const found: Moving[] = [];
    for (let at = 0; at < full.count; at++) order[at] = at;
    const attempt = (from: number, past: number): void => {
      const step = from < past ? 1 : -1;
      for (let at = from; at !== past; at += step) order[at] = order[at + step];
      order[past] = from;
      const [first, last] = [Math.min(from, past), Math.max(from, past)];
      if (sights.find(operation, ask, order, first) !== undefined)
        found.push({ one: updates[from], past: updates[past], isLater: from < past, far: last - first });
      for (let at = first; at <= last; at++) order[at] = at;
    };
    /** Tries updates near each other, from the last one on down to some place. */
    const attemptPairs = (least: number, isOfUse: (earlier: number, later: number) => boolean): void => {
      let left = MOST_PAIRS;
      for (let later = full.count - 1; later > least && left > 0; later--)
        for (let earlier = later - 1; earlier >= Math.max(least, later - APART); earlier--) {
          const [one, other] = [updates[earlier], updates[later]];
          if (session[one] === session[other] || !isOfUse(earlier, later)) continue;
          if (isBefore(one, other)) continue;
          left--;
          attempt(later, earlier);
          if (later - earlier > 1) attempt(earlier, later);
        }
    };
    const differ = (earlier: number, later: number): boolean =>
      change[updates[earlier]] !== change[updates[later]];
    if (ask.of === "size") {
      attemptPairs(0, (earlier, later) => sizes[earlier] < 2 && differ(earlier, later));
      return found;
    }
    const puts = isQueue ? putsNearFront(ask.element) : lastPuts(ask.element);
    for (const put of puts)
      for (let other = Math.max(0, put - AROUND); other < Math.min(full.count, put + AROUND + 1); other++) {
        const [earlier, later] = put < other ? [put, other] : [other, put];
        if (other === put || isBefore(updates[earlier], updates[later])) continue;
        attempt(put, other);
        attempt(other, put);
      }
    if (puts.length === 0) return found;
    if (isQueue) attemptPairs(0, (earlier, later) => sizes[earlier] < 2 && differ(earlier, later));
    else attemptPairs(puts[puts.length - 1] + 1, differ);
    return found;
  };
}
