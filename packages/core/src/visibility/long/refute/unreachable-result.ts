import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { lowerBound } from "../conclude/answer-ask.js";
import type { Bounds } from "../conclude/bounds.js";
import type { KeyModel } from "../models/key-model.js";
import type { NumberModel } from "../models/number-model.js";

/** How much, at least, what an operation sees of the other sessions adds and takes away in all. */
interface Need {
  readonly object: number;
  readonly value: number;
  readonly gain: number;
  readonly loss: number;
  /** Whether its own session may serve as well. */
  readonly ownToo: boolean;
}

/**
 * An operation that returned what it cannot have returned, however far the others have come by then; or -1. All
 * sessions are run as far as they can be: an operation is in the way only if what is placed has none of the updates that
 * explain it, cannot add up to the number that it returned, or lacks what stands before it. Where this ends early
 * there is no solution: of what is left, the first in its linearization would see only what is placed, and so could
 * have been placed.
 */
export function unreachableResult(
  bounds: Bounds,
  numbers: NumberModel | undefined,
  keys: KeyModel | undefined,
  meter: Meter,
): number {
  const { problem, before, most, width } = bounds;
  const { sessions, label, absentable } = problem;
  const needs = numbers === undefined ? undefined : needsOf(bounds, numbers);
  const filled = countFilled(bounds, numbers, keys);
  const placed = new Int32Array(width);
  const stands = (operation: number, s: number): boolean => {
    for (let t = 0, at = operation * width; t < width; t++, at++)
      if (t !== s && before[at] > placed[t]) return false;
    return true;
  };
  const hasNumber = (operation: number, s: number): boolean => {
    const need = needs?.get(operation);
    if (need === undefined || numbers === undefined) return true;
    if (need.value > filled.most(need.object)) return false;
    let { gain, loss } = need;
    for (let t = 0, at = operation * width; t < width; t++, at++) {
      if (t === s && !need.ownToo) continue;
      const count = Math.min(placed[t], most[at]);
      gain -= numbers.gains[need.object][t][count];
      loss -= numbers.losses[need.object][t][count];
    }
    return gain <= 0 && loss <= 0;
  };
  const isAnswered = (operation: number): boolean =>
    keys === undefined ||
    keys.asks[label[operation]].every(
      ({ fits, orNone }) =>
        orNone ||
        fits.some((positions, t) => positions[0] < Math.min(placed[t], most[operation * width + t])),
    );
  const isReached = (operation: number, s: number): boolean =>
    absentable[operation] === 1 || (hasNumber(operation, s) && isAnswered(operation));
  for (let progress = true; progress; ) {
    progress = false;
    for (let s = 0; s < width; s++) {
      const members = sessions[s];
      for (; placed[s] < members.length; placed[s]++) {
        meter.work(width);
        const head = members[placed[s]];
        if (!isReached(head, s) || (absentable[head] === 0 && !stands(head, s))) break;
        filled.add(head);
        progress = true;
      }
    }
  }
  for (let s = 0; s < width; s++) {
    const head = sessions[s][placed[s]];
    if (placed[s] < sessions[s].length && !isReached(head, s)) return head;
  }
  return -1;
}

/** Counts the keys that what is placed can have filled: no collection is larger than those and what it had at the start. */
function countFilled(
  { problem }: Bounds,
  numbers: NumberModel | undefined,
  keys: KeyModel | undefined,
): { most(object: number): number; add(operation: number): void } {
  if (numbers === undefined || keys?.lastWins !== true) return { most: () => Infinity, add: () => undefined };
  const { label, session, position } = problem;
  const most = numbers.start.slice();
  const isFilled = keys.filledAtStart.slice();
  return {
    most: (object) => most[object],
    add(operation) {
      const key = keys.keyOf[label[operation]];
      if (key < 0 || isFilled[key] === 1) return;
      const fills = keys.filling[key][session[operation]];
      if (fills[lowerBound(fills, position[operation])] !== position[operation]) return;
      isFilled[key] = 1;
      most[keys.objectOf[key]]++;
    },
  };
}

/**
 * What each number needs. From `monotonic` on, an operation sees what those before it in its session saw, and more
 * of it with each: what the number rose by from one to the next, less what its own session can have added meanwhile,
 * was added by updates of others that were not seen before; and all these rises add up. So do the falls.
 */
function needsOf({ problem, levels }: Bounds, model: NumberModel): Map<number, Need> {
  const { sessions, label, position, absentable } = problem;
  const found = new Map<number, Need>();
  sessions.forEach((members, s) => {
    /** Object → the last number in the session that was told at such a level, and what was needed up to it. */
    const chains = new Map<number, { value: number; at: number; gain: number; loss: number }>();
    for (const operation of members) {
      const ask = model.asks[label[operation]];
      if (ask === undefined || absentable[operation] === 1) continue;
      const { object, value } = ask;
      const at = position[operation];
      const start = { value: model.start[object], at: 0, gain: 0, loss: 0 };
      if (levels[operation] === LEVEL.weak) {
        const gain = Math.max(0, value - start.value);
        found.set(operation, { object, value, gain, loss: Math.max(0, start.value - value), ownToo: true });
        continue;
      }
      const since = levels[operation] >= LEVEL.monotonic ? (chains.get(object) ?? start) : start;
      const rise = value - since.value;
      const [low, high] = [model.low[object][s], model.high[object][s]];
      const gain = since.gain + Math.max(0, rise - (high[at] - high[since.at]));
      const loss = since.loss + Math.max(0, low[at] - low[since.at] - rise);
      found.set(operation, { object, value, gain, loss, ownToo: false });
      if (levels[operation] >= LEVEL.monotonic) chains.set(object, { value, at, gain, loss });
    }
  });
  return found;
}
