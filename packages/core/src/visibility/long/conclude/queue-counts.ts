import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { type Bounds, isBefore, raise } from "./bounds.js";
import type { ToldElement } from "./element-order.js";
import { firstAfter } from "./first-after.js";
import { withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";

/** The updates of one kind: of each session how many there are among its first 0, 1, 2, … operations, and where. */
interface Kind {
  readonly counts: readonly Int32Array[];
  /** The same of those that took effect in any case. */
  readonly certain: readonly Int32Array[];
  readonly positions: readonly Int32Array[];
}

/** Counts what can have been offered and polled between elements found in front; an operation that does not fit, or -1. */
export type QueueCounts = (bounds: Bounds, elements: readonly ToldElement[], meter: Meter) => number;

/** From where to where in each session something may stand, or is known to. */
interface Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** What is known of where an element was put, and found in front. */
interface Place {
  readonly element: ToldElement;
  /** How many of each session are known to stand before, and the first known to stand after: who put it, … */
  readonly putAfter: Int32Array;
  readonly putBefore: Int32Array;
  /** … and some operation that found it. */
  readonly foundAfter: Int32Array;
  readonly foundBefore: Int32Array;
}

/** The counts of one object's queue; `undefined` where polls are not all that takes elements away. */
export function createQueueCounts(
  problem: LongProblem,
  object: number,
  levels: Uint8Array,
): QueueCounts | undefined {
  const { labels, label, size, absentable, history, initial, single } = problem;
  const alone = labels.map((one) => withoutObject(problem, one));
  if (alone.some((one) => one.object === object && one.label.method === "clear")) return undefined;
  const start = history.objects.length > 1 ? (initial as readonly unknown[])[object] : initial;
  const { result: atStart } = single.step(start, { method: "size", args: [] }) as { result: number };
  if (atStart > 0) return undefined;
  const kindOf = (method: string): Kind =>
    createKind(problem, (one) => alone[one].object === object && alone[one].label.method === method);
  const offers = kindOf("offer");
  const polls = kindOf("poll");
  const sizes: { readonly operation: number; readonly size: number }[] = [];
  for (let operation = 0; operation < size; operation++) {
    const {
      object: own,
      label: { method, result },
    } = alone[label[operation]];
    if (own !== object || absentable[operation] === 1 || levels[operation] !== LEVEL.complete) continue;
    if (method === "size" && typeof result === "number") sizes.push({ operation, size: result });
    else if ((method === "isEmpty" && result === true) || (method === "peek" && result === null))
      sizes.push({ operation, size: 0 });
  }
  return (bounds, elements, meter) => {
    const places = elements.map((element) => placeOf(bounds, element));
    meter.work(places.length * places.length * bounds.width);
    for (const a of places)
      for (const b of places)
        if (isBefore(bounds, a.element.put, b.element.put) && !between(bounds, offers, polls, a, b))
          return b.element.tellers[0];
    for (const one of sizes) {
      meter.work(places.length * bounds.width);
      if (!fitsSize(bounds, offers, places, one.operation, one.size)) return one.operation;
    }
    return -1;
  };
}

function createKind(
  { sessions, label, absentable }: LongProblem,
  isOfKind: (label: number) => boolean,
): Kind {
  const counted = (isCounted: (operation: number) => boolean): Int32Array[] =>
    sessions.map((members) => {
      const counts = new Int32Array(members.length + 1);
      members.forEach((operation, at) => {
        counts[at + 1] = counts[at] + (isCounted(operation) ? 1 : 0);
      });
      return counts;
    });
  return {
    counts: counted((operation) => isOfKind(label[operation])),
    certain: counted((operation) => isOfKind(label[operation]) && absentable[operation] === 0),
    positions: sessions.map((members) =>
      Int32Array.from([...members.keys()].filter((at) => isOfKind(label[members[at]]))),
    ),
  };
}

function placeOf(bounds: Bounds, element: ToldElement): Place {
  const { before, width } = bounds;
  const { put, tellers } = element;
  const foundBefore = new Int32Array(width).fill(0x7fffffff);
  const foundAfter = new Int32Array(width);
  for (const teller of tellers) {
    const after = firstAfter(bounds, teller);
    for (let s = 0; s < width; s++) {
      foundAfter[s] = Math.max(foundAfter[s], before[teller * width + s]);
      foundBefore[s] = Math.min(foundBefore[s], after[s]);
    }
  }
  return {
    element,
    putAfter: before.subarray(put * width, (put + 1) * width),
    putBefore: firstAfter(bounds, put),
    foundAfter,
    foundBefore,
  };
}

const sum = (lists: readonly Int32Array[], { from, to }: Spans): number => {
  let count = 0;
  for (let s = 0; s < lists.length; s++) if (to[s] > from[s]) count += lists[s][to[s]] - lists[s][from[s]];
  return count;
};

/**
 * Where a was put before b. What was put between them is taken away, and a itself, by as many polls, which stand after
 * all who found a and before all who found b. And who polls when b is there, after some that found a and before some
 * that found b, takes a or one of these. So neither is known to be more than the other can be; and where it is as much, all that
 * may stand there does.
 */
function between(bounds: Bounds, offers: Kind, polls: Kind, a: Place, b: Place): boolean {
  const mayPoll: Spans = { from: a.foundAfter, to: b.foundBefore };
  const need = 1 + sum(offers.certain, { from: a.putBefore, to: b.putAfter });
  const can = sum(polls.counts, mayPoll);
  if (can < need) return false;
  if (can === need) hold(bounds, polls, mayPoll, a.element.tellers, b.element.tellers);
  const mayBePut: Spans = { from: a.putAfter, to: b.putBefore };
  const polled = sum(polls.certain, {
    from: a.foundBefore.map((at, s) => Math.max(at, b.putBefore[s])),
    to: b.foundAfter,
  });
  const there = sum(offers.counts, mayBePut) - 1;
  if (polled > there) return false;
  if (polled === there) hold(bounds, offers, mayBePut, [a.element.put], [b.element.put]);
  return true;
}

/** Notes that all updates of the kind that may stand in the spans stand after some operations, and before others. */
function hold(
  bounds: Bounds,
  { positions }: Kind,
  { from, to }: Spans,
  after: readonly number[],
  before: readonly number[],
): void {
  const { sessions } = bounds.problem;
  positions.forEach((all, s) => {
    const inside = all.filter((at) => at >= from[s] && at < to[s]);
    if (inside.length === 0) return;
    const [first, last] = [sessions[s][inside[0]], sessions[s][inside[inside.length - 1]]];
    for (const one of after) if (one !== first) raise(bounds, one, first);
    for (const one of before) if (one !== last) raise(bounds, last, one);
  });
}

/**
 * Whether a queue can have the size: who stands after one that found a finds a, and what was put after it, at most;
 * who stands before one that found b finds at least what was put up to then, from b on.
 */
function fitsSize(
  bounds: Bounds,
  offers: Kind,
  places: readonly Place[],
  operation: number,
  size: number,
): boolean {
  const { before, width } = bounds;
  const own = before.subarray(operation * width, (operation + 1) * width);
  const after = firstAfter(bounds, operation);
  for (const place of places) {
    const { put, tellers } = place.element;
    if (tellers.some((one) => isBefore(bounds, one, operation))) {
      const mayBeThere: Spans = { from: place.putAfter, to: after };
      const most = sum(offers.counts, mayBeThere);
      if (size > most) return false;
      if (size === most) hold(bounds, offers, mayBeThere, [], [operation]);
    }
    if (tellers.some((one) => isBefore(bounds, operation, one))) {
      const itself = isBefore(bounds, put, operation) ? 1 : 0;
      if (size < itself + sum(offers.certain, { from: place.putBefore, to: own })) return false;
    }
  }
  return true;
}
