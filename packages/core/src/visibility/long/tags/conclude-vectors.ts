import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { lowerBound } from "../conclude/answer-ask.js";
import type { Choice } from "../lists/conclude.js";
import type { Sights } from "../lists/sights.js";
import { costOf, type TagReader } from "./tag-reader.js";
import { firstFrom, lastBelow, type TagTask } from "./tag-task.js";

/**
 * At `peer` and up, where sights are vectors. A write takes away all that it saw; so of each session only the last write
 * that an operation sees may be there to it, and is unless another that it sees saw it.
 *
 * - A value that is there was put by a write that may be seen and is not taken; if it is but one, it is seen, who is
 *   seen did not see it, and who saw it is not seen.
 * - Of each session the last write that is seen, if it is not there, was seen by another that is seen. At `causal` by
 *   one of those that are there: of those that are seen and saw it, directly or not, take the last in the line; it is
 *   there, and what is seen by those it saw it saw itself. So there nobody sees more than those that may be there to it.
 */
export function createVectorReader(
  { problem, puts, writers, takers, objectOf, wants }: TagTask,
  sights: Sights,
  level: number,
  moments: Float64Array,
  meter: Meter,
): TagReader {
  const { sessions, session, position } = problem;
  const { sees, maySee, see, hide, sure, most } = sights;
  const width = sessions.length;
  const isCausal = level === LEVEL.causal;
  /** Of each session: the last write that the operation sees in any case, or -1; how many of its first are taken. */
  const last = new Int32Array(width);
  const taken = new Int32Array(width);
  /** Those that may put what is there to the operation, value after value. */
  const fitting: number[] = [];

  const look = (operation: number): void => {
    const own = takers[objectOf[operation]];
    taken.fill(0);
    for (let s = 0; s < width; s++) {
      const at = lastBelow(own[s], sure(operation, s));
      last[s] = at < 0 ? -1 : sessions[s][at];
      if (at < 0) continue;
      for (let t = 0; t < width; t++) {
        const count = sure(last[s], t);
        if (count > taken[t]) taken[t] = count;
      }
    }
    meter.work(width);
  };
  const isThere = (s: number): boolean => last[s] >= 0 && position[last[s]] >= taken[s];
  /** Adds the writes that may be the value's to the operation; how many. */
  const addFitting = (operation: number, value: number): number => {
    const before = fitting.length;
    for (let s = 0; s < width; s++) {
      const positions = writers[value][s];
      const end = most(operation, s);
      for (let at = lowerBound(positions, taken[s]); at < positions.length && positions[at] < end; at++)
        fitting.push(sessions[s][positions[at]]);
    }
    return fitting.length - before;
  };
  /** The first position in a session from which writes may see the other, or -1. */
  const firstThatMaySee = (operation: number, s: number, other: number): number => {
    const positions = takers[objectOf[operation]][s];
    const end = lowerBound(positions, most(operation, s));
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (maySee(sessions[s][positions[middle]], other)) high = middle;
      else low = middle + 1;
    }
    return low < end ? positions[low] : -1;
  };
  /** The first write of a session that sees the other in any case, of those that the operation may see; or -1. */
  const firstThatSees = (operation: number, s: number, other: number): number => {
    const positions = takers[objectOf[operation]][s];
    const end = lowerBound(positions, most(operation, s));
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sees(sessions[s][positions[middle]], other)) high = middle;
      else low = middle + 1;
    }
    return low < end ? positions[low] : -1;
  };
  /** The write is there to the operation. */
  const mustBeThere = (operation: number, write: number): boolean => {
    if (!see(operation, write)) return false;
    for (let s = 0; s < width; s++) {
      if (last[s] >= 0 && last[s] !== write && !hide(last[s], write)) return false;
      const at = firstThatSees(operation, s, write);
      if (at >= 0 && !hide(operation, sessions[s][at])) return false;
    }
    return true;
  };
  /** The write is seen by the operation, and not there to it. */
  const mustBeTaken = (operation: number, write: number): boolean => {
    if (isCausal) {
      let [count, only] = [0, -1];
      for (const one of fitting)
        if (one !== write && maySee(one, write)) {
          if (sees(operation, one) && sees(one, write)) return true;
          count++;
          only = one;
        }
      if (count !== 1) return count > 0;
      return see(operation, only) && see(only, write);
    }
    let [count, only, first] = [0, -1, -1];
    for (let s = 0; s < width && count < 2; s++) {
      const at = firstThatMaySee(operation, s, write);
      if (at < 0) continue;
      count++;
      [only, first] = [s, at];
    }
    if (count !== 1) return count > 0;
    const end = sessions[only][lastBelow(takers[objectOf[operation]][only], most(operation, only))];
    return see(operation, sessions[only][first]) && see(end, write);
  };

  const judge: TagReader["judge"] = (operation, watch) => {
    const wanted = wants[operation];
    if (wanted === undefined) return true;
    const { there, isThere: isWanted } = wanted;
    look(operation);
    fitting.length = 0;
    for (const value of there) {
      const count = addFitting(operation, value);
      if (count === 0) return false;
      if (count > 1) continue;
      if (!mustBeThere(operation, fitting[fitting.length - 1])) return false;
    }
    meter.work(fitting.length >> 2);
    if (fitting.length <= FEW) for (const one of fitting) watch(one);
    for (let s = 0; s < width; s++) if (last[s] >= 0) watch(last[s]);
    for (let s = 0; s < width; s++)
      if (isThere(s) && isWanted[puts[last[s]]] === 0 && !mustBeTaken(operation, last[s])) return false;
    return isCausal ? capByFitting(operation) : hideUntakable(operation, isWanted);
  };
  /** Nothing is seen that none of those that may be there can have seen. */
  const capByFitting = (operation: number): boolean => {
    const own = takers[objectOf[operation]];
    for (let s = 0; s < width; s++) {
      if (s === session[operation]) continue;
      let cap = 0;
      for (const one of fitting) {
        const count = session[one] === s ? position[one] + 1 : most(one, s);
        if (count > cap) cap = count;
      }
      const at = firstFrom(own[s], cap);
      if (at >= 0 && at < most(operation, s) && !hide(operation, sessions[s][at])) return false;
    }
    return true;
  };
  /** The next writes of each session that, if seen, nothing could take away are not seen. */
  const hideUntakable = (operation: number, isWanted: Uint8Array): boolean => {
    const own = takers[objectOf[operation]];
    for (let s = 0; s < width; s++) {
      let from = sure(operation, s);
      for (let left = LOOK_AHEAD; left > 0; left--) {
        const at = firstFrom(own[s], from);
        if (at < 0 || at >= most(operation, s)) break;
        from = at + 1;
        const write = sessions[s][at];
        if (isWanted[puts[write]] === 1 || at < taken[s]) continue;
        let isTakable = false;
        for (let t = 0; t < width && !isTakable; t++) isTakable = firstThatMaySee(operation, t, write) >= 0;
        if (isTakable) continue;
        if (!hide(operation, write)) return false;
        break;
      }
    }
    return true;
  };

  /** What to choose for the operation's sake; "wrong" where there is nothing left to choose. */
  const openTo = (operation: number): Choice | "wrong" | undefined => {
    const wanted = wants[operation];
    if (wanted === undefined) return undefined;
    look(operation);
    fitting.length = 0;
    for (const value of wanted.there) {
      const before = fitting.length;
      if (addFitting(operation, value) === 0) return "wrong";
      let [other, least] = [-1, Infinity];
      for (let at = before; at < fitting.length; at++) {
        const one = fitting[at];
        if (sees(operation, one)) {
          other = -1;
          least = -Infinity;
          break;
        }
        const cost = costOf(moments[operation] - moments[one]);
        if (cost < least) [other, least] = [one, cost];
      }
      if (other >= 0) return { operation, other, isSeen: true };
    }
    for (let s = 0; s < width; s++) {
      if (!isThere(s) || wanted.isThere[puts[last[s]]] === 1) continue;
      return takerOf(operation, last[s]);
    }
    return undefined;
  };
  const takerOf = (operation: number, write: number): Choice | "wrong" => {
    let [best, least] = [-1, Infinity];
    const consider = (one: number): void => {
      const cost =
        costOf(moments[one] - moments[write]) +
        (sees(operation, one) ? 0 : costOf(moments[operation] - moments[one]));
      if (cost < least) [best, least] = [one, cost];
    };
    if (isCausal) {
      for (const one of fitting) if (one !== write && maySee(one, write)) consider(one);
    } else
      for (let s = 0; s < width; s++) {
        const first = firstThatMaySee(operation, s, write);
        if (first < 0) continue;
        const positions = takers[objectOf[operation]][s];
        const end = most(operation, s);
        for (let at = lowerBound(positions, first); at < positions.length && positions[at] < end; at++)
          consider(sessions[s][positions[at]]);
      }
    if (best < 0) return "wrong";
    return sees(operation, best)
      ? { operation: best, other: write, isSeen: true }
      : { operation, other: best, isSeen: true };
  };

  return { judge, open: openTo };
}

/** As long as they are no more than so many, it is looked at all that may be there when more is known of one. */
const FEW = 12;
/** How many of the next writes of a session are looked at. */
const LOOK_AHEAD = 3;
