import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import type { SumModel } from "../models/sum-model.js";
import { type Bounds, noteSeen } from "./bounds.js";

/** Draws conclusions; an operation that nothing explains, or -1. */
export type SumChanges = (bounds: Bounds, meter: Meter) => number;

/** How far a session can change a sum between two sights, and what it must have changed of it. */
interface Stretch {
  /** The greatest change that further operations of the session can bring. */
  readonly greatest: number;
  /** The latest place from which on they bring as much as is asked for, and the first up to which they do; -1: none do. */
  readonly from: number;
  readonly to: number;
}

/**
 * What sums tell that one session was told one after another, where the later sight has all that the earlier has, and
 * both are whole sessions up to some place (from `peer` on). They differ by what further operations bring, which of each
 * session is one stretch: so by no more than the stretches that may be seen bring at most, and who is needed for that
 * much is seen so far by the later and no further by the earlier.
 *
 * That holds of sizes, too, where who takes from nothing takes nothing. A size is the most that the seen ones after some
 * place of the linearization bring. So take the place that gives one of the two sizes: the other is no less than what its
 * seen ones after this place bring, and the two differ by no more than the further ones after it, which of each session
 * are a stretch again, that may begin later. `undefined` where that does not hold.
 */
export function createSumChanges(
  { problem, levels, isUniform }: Bounds,
  { asks, low, isFloored }: SumModel,
): SumChanges | undefined {
  const { sessions, label, absentable, session, position } = problem;
  if (!isUniform || levels.length === 0 || levels[0] < LEVEL.peer || absentable.includes(1)) return undefined;
  const width = sessions.length;
  /** Sums told by a session of one object, one after another. */
  const pairs: (readonly [number, number])[] = [];
  for (const members of sessions) {
    const last = new Map<number, number>();
    for (const operation of members) {
      const ask = asks[label[operation]];
      if (ask === undefined) continue;
      const earlier = last.get(ask.object);
      if (earlier !== undefined) pairs.push([earlier, operation]);
      last.set(ask.object, operation);
    }
  }
  if (pairs.length === 0) return undefined;
  const greatest = new Float64Array(width);
  return (bounds, meter) => {
    const { sees, most } = bounds;
    /** What a session brings at most to a sum that grows, or shrinks, from one sight to another. */
    const stretchOf = (early: number, late: number, t: number, sign: number, asked: number): Stretch => {
      const list = low[asks[label[early]]?.object ?? 0][t];
      const isOwn = session[early] === t;
      const first = isOwn ? position[early] : sees[early * width + t];
      const last = isOwn ? position[late] : most[late * width + t];
      // The stretch begins at the end of the earlier sight; of sizes there or later.
      const latest = isFloored ? last : isOwn ? first : Math.min(last, most[early * width + t]);
      const least = isOwn ? last : sees[late * width + t];
      let [found, from, to, best] = [isFloored ? 0 : -Infinity, -1, -1, Infinity];
      for (let at = first; at <= last; at++) {
        const sum = sign * list[at];
        if (at <= latest && sum < best) best = sum;
        if (at < least || sum - best <= found) continue;
        found = sum - best;
        if (to < 0 && found >= asked) to = at;
      }
      best = -Infinity;
      for (let at = last; asked < Infinity && from < 0 && at >= first; at--) {
        const sum = sign * list[at];
        if (at >= least && sum > best) best = sum;
        if (at <= latest && best - sum >= asked) from = at;
      }
      meter.work((last - first) >> 1);
      return { greatest: found, from, to };
    };
    /** Whether the sum can change by so much; notes what follows from that. */
    const compare = (early: number, late: number, sign: number, change: number): boolean => {
      const own = session[early];
      // Where they may stay as they are, the others take nothing back of what some bring.
      let isLoose = true;
      for (let t = 0; t < width && !isFloored; t++)
        if (t !== own && sees[late * width + t] > most[early * width + t]) isLoose = false;
      let all = stretchOf(early, late, own, sign, Infinity).greatest;
      let largest = 0;
      for (let t = 0; t < width; t++) {
        if (t === own) continue;
        if (isLoose && all - largest >= change) return true;
        greatest[t] = stretchOf(early, late, t, sign, Infinity).greatest;
        all += greatest[t];
        largest = Math.max(largest, greatest[t]);
      }
      if (all < change) return false;
      for (let t = 0; t < width; t++) {
        const asked = change - (all - greatest[t]);
        if (t === own || (isFloored && asked <= 0)) continue;
        const { from, to } = stretchOf(early, late, t, sign, asked);
        if (to > sees[late * width + t]) noteSeen(bounds, late, sessions[t][to - 1]);
        if (from >= most[early * width + t]) continue;
        most[early * width + t] = from;
        bounds.changed = true;
      }
      return true;
    };
    for (const [early, late] of pairs) {
      const change = (asks[label[late]]?.amount ?? 0) - (asks[label[early]]?.amount ?? 0);
      if (!compare(early, late, 1, change) || !compare(early, late, -1, -change)) return late;
    }
    return -1;
  };
}
