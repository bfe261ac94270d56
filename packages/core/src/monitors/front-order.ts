import { sortedBy } from "./sorted-by.js";
import type { QueueValues } from "./queue-values.js";
import { type Clash, enclosed, forwardZones, zoneAt } from "./zones.js";

/**
 * A contradiction between two values: `a` must stand before `b` in the queue, and `b` must have
 * been at the front before `a` was. `via` is a value whose time at the front ties the two together.
 */
export interface OrderClash extends Clash {
  /** Whether `a` comes first because of offers (else because of the front). */
  readonly byOffers: boolean;
  readonly via: number;
}

/** When each value was at the front, as an interval order: a left before b came if `until[a] < since[b]`. */
export interface FrontOrder {
  readonly since: Int32Array;
  readonly until: Int32Array;
}

/**
 * Reduces the front operations of each value to one interval. A value that was peeked and, later,
 * polled or peeked again was at the front all that time: nothing else came or left then, so times
 * inside move out of it, and its own shrink to a point. (Times are doubled to make room.)
 */
export function frontOrder(values: QueueValues): FrontOrder | OrderClash {
  const { count, first, last } = values;
  const forward = forwardZones(values);
  const clash = "a" in forward ? forward : enclosed(values, forward);
  if (clash !== undefined || "a" in forward) return { ...(clash as Clash), byOffers: false, via: -1 };
  const since = new Int32Array(count);
  const until = new Int32Array(count);
  for (let value = 0; value < count; value++) {
    if (first[value] < last[value]) {
      since[value] = 2 * first[value];
      until[value] = 2 * first[value] + 1;
      continue;
    }
    const atEnd = zoneAt(values, forward, first[value]);
    const atStart = zoneAt(values, forward, last[value]);
    until[value] = atEnd < 0 ? 2 * first[value] + 1 : 2 * first[atEnd] - 1;
    since[value] = atStart < 0 ? 2 * last[value] : 2 * last[atStart];
  }
  return { since, until };
}

/**
 * Two values in the wrong order: a's offer returned before b's was called, yet b left the front
 * before a came there (ICALP'15, the order pattern). Offers and fronts are interval orders, and
 * two such orders agree on a line unless two values already disagree.
 */
export function wrongOrder(values: QueueValues, front: FrontOrder): OrderClash | undefined {
  const { count, offered, inside, first, last } = values;
  const byInside = sortedBy(inside);
  let next = 0;
  let a = -1;
  for (let b = 0; b < count; b++) {
    for (; next < count && inside[byInside[next]] < offered[b]; next++)
      if (a < 0 || front.since[byInside[next]] > front.since[a]) a = byInside[next];
    if (a < 0 || front.until[b] >= front.since[a]) continue;
    if (first[b] < last[a]) return { a, b, byOffers: true, via: -1 };
    const forward = forwardZones(values) as Int32Array;
    return { a, b, byOffers: true, via: zoneAt(values, forward, first[b]) };
  }
  return undefined;
}

/**
 * A line of all values that offers and fronts allow, stage by stage. The caller knows that there
 * is no `wrongOrder` and that no value must come before one of an earlier stage.
 */
export function lineOfValues(values: QueueValues, front: FrontOrder, stage: Int32Array): Int32Array {
  const { count, offered, inside } = values;
  const line = new Int32Array(count);
  const placed = new Uint8Array(count);
  const free = new Uint8Array(count); // 1 as far as offers go, 2 as far as fronts go
  const stages = stage.reduce((most, one) => Math.max(most, one), 0) + 1;
  const ready = new Int32Array(stages).fill(-1);
  const nextReady = new Int32Array(count);
  const release = (value: number, by: number): void => {
    free[value] |= by;
    if (free[value] !== 3) return;
    nextReady[value] = ready[stage[value]];
    ready[stage[value]] = value;
  };
  const offers = createRelease(sortedBy(offered), offered, sortedBy(inside), inside, placed, (v) =>
    release(v, 1),
  );
  const fronts = createRelease(
    sortedBy(front.since),
    front.since,
    sortedBy(front.until),
    front.until,
    placed,
    (v) => release(v, 2),
  );
  for (let length = 0, at = 0; length < count; length++) {
    offers();
    fronts();
    while (at < stages && ready[at] < 0) at++;
    if (at === stages) throw new Error("a cycle of values that no two of them explain");
    const value = ready[at];
    ready[at] = nextReady[value];
    placed[value] = 1;
    line[length] = value;
  }
  return line;
}

/** Releases, at each call, the values that no value still to be placed must precede. */
function createRelease(
  byStart: Int32Array,
  start: Int32Array,
  byEnd: Int32Array,
  end: Int32Array,
  placed: Uint8Array,
  release: (value: number) => void,
): () => void {
  let nextStart = 0;
  let nextEnd = 0;
  return () => {
    while (nextEnd < byEnd.length && placed[byEnd[nextEnd]] === 1) nextEnd++;
    const limit = nextEnd < byEnd.length ? end[byEnd[nextEnd]] : Infinity;
    while (nextStart < byStart.length && start[byStart[nextStart]] < limit) release(byStart[nextStart++]);
  };
}
