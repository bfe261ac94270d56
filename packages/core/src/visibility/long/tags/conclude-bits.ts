import type { Meter } from "../../meter.js";
import type { Choice } from "../lists/conclude.js";
import type { Sights } from "../lists/sights.js";
import { costOf, type TagReader } from "./tag-reader.js";
import type { TagTask } from "./tag-task.js";

/**
 * Below `peer`, where sights are sets. A write takes away all that it saw.
 *
 * - A value that is there was put by a write that may be seen, and that none saw which is seen in any case; if it is but
 *   one, it is seen, who is seen did not see it, and who saw it is not seen.
 * - A write that is seen and not there was seen by another that is seen; and of those that are seen and saw it, or saw
 *   one that did, and so on, the last in the line is there: so it stands before one of those that may be there.
 */
export function createBitReader(
  { problem, puts, writers, objectOf, wants }: TagTask,
  sights: Sights,
  moments: Float64Array,
  meter: Meter,
): TagReader {
  const { size, sessions } = problem;
  const { sees, maySee, see, hide, sureBits, standsBefore, precede } = sights;
  const words = (size + 31) >>> 5;
  const objects = 1 + objectOf.reduce((a, b) => Math.max(a, b), 0);
  const isWrite = Array.from({ length: objects }, () => new Int32Array(words));
  const writesOf = Array.from({ length: objects }, (): number[] => []);
  puts.forEach((value, one) => {
    if (value < 0) return;
    isWrite[objectOf[one]][one >>> 5] |= 1 << (one & 31);
    writesOf[objectOf[one]].push(one);
  });
  const writersOf = writers.map((lists) =>
    lists.flatMap((positions, s) => Array.from(positions, (at) => sessions[s][at])),
  );
  /** What is seen by those that the operation sees in any case. */
  const taken = new Int32Array(words);
  const fitting: number[] = [];
  const isTaken = (write: number): boolean => ((taken[write >>> 5] >>> (write & 31)) & 1) === 1;
  /** For each write of the object that the operation sees in any case. */
  const eachSeen = (operation: number, visit: (write: number) => boolean): boolean => {
    const mask = isWrite[objectOf[operation]];
    for (let word = 0; word < words; word++)
      for (let bits = sureBits(operation, word) & mask[word]; bits !== 0; bits &= bits - 1)
        if (!visit(32 * word + 31 - Math.clz32(bits & -bits))) return false;
    return true;
  };
  const look = (operation: number): void => {
    taken.fill(0);
    eachSeen(operation, (write) => {
      for (let word = 0; word < words; word++) taken[word] |= sureBits(write, word);
      meter.work(1);
      return true;
    });
  };
  const addFitting = (operation: number, value: number): number => {
    const before = fitting.length;
    for (const one of writersOf[value]) if (maySee(operation, one) && !isTaken(one)) fitting.push(one);
    return fitting.length - before;
  };
  const mustBeThere = (operation: number, write: number): boolean => {
    if (!see(operation, write)) return false;
    for (const one of writesOf[objectOf[operation]]) {
      if (one === write) continue;
      if (sees(operation, one)) {
        if (!hide(one, write)) return false;
      } else if (sees(one, write) && !hide(operation, one)) return false;
    }
    return true;
  };
  const mustBeTaken = (operation: number, write: number): boolean => {
    let [count, only] = [0, -1];
    for (const one of fitting)
      if (one !== write && !standsBefore(one, write)) {
        count++;
        only = one;
      }
    if (count === 0 || (count === 1 && !precede(write, only))) return false;
    [count, only] = [0, -1];
    for (const one of writesOf[objectOf[operation]])
      if (one !== write && maySee(operation, one) && maySee(one, write)) {
        if (++count > 1) return true;
        only = one;
      }
    return count > 0 && see(operation, only) && see(only, write);
  };

  return {
    judge(operation, watch) {
      const wanted = wants[operation];
      if (wanted === undefined) return true;
      const { there, isThere } = wanted;
      look(operation);
      fitting.length = 0;
      for (const value of there) {
        const count = addFitting(operation, value);
        if (count === 0) return false;
        if (count === 1 && !mustBeThere(operation, fitting[fitting.length - 1])) return false;
      }
      meter.work(words);
      for (const one of fitting) watch(one);
      return eachSeen(operation, (write) => {
        if (isTaken(write) || isThere[puts[write]] === 1) return true;
        watch(write);
        meter.work(words);
        return mustBeTaken(operation, write);
      });
    },
    open(operation) {
      const wanted = wants[operation];
      if (wanted === undefined) return undefined;
      const { there, isThere } = wanted;
      look(operation);
      fitting.length = 0;
      for (const value of there) {
        const before = fitting.length;
        if (addFitting(operation, value) === 0) return "wrong";
        let [other, least] = [-1, Infinity];
        for (let at = before; at < fitting.length; at++) {
          const one = fitting[at];
          const cost = sees(operation, one) ? -Infinity : costOf(moments[operation] - moments[one]);
          if (cost < least) [other, least] = [one, cost];
        }
        if (least > -Infinity) return { operation, other, isSeen: true };
      }
      let found: Choice | "wrong" | undefined;
      eachSeen(operation, (write) => {
        if (isTaken(write) || isThere[puts[write]] === 1) return true;
        found = takerOf(operation, write);
        return false;
      });
      return found;
    },
  };

  function takerOf(operation: number, write: number): Choice | "wrong" {
    let [best, least] = [-1, Infinity];
    for (const one of writesOf[objectOf[operation]]) {
      if (one === write || !maySee(operation, one) || !maySee(one, write)) continue;
      const isSeen = sees(operation, one);
      const more = isSeen ? 0 : costOf(moments[operation] - moments[one]) + UNSEEN;
      const cost = costOf(moments[one] - moments[write]) + more;
      if (cost < least) [best, least] = [one, cost];
    }
    if (best < 0) return "wrong";
    return sees(operation, best)
      ? { operation: best, other: write, isSeen: true }
      : { operation, other: best, isSeen: true };
  }
}

/** What it costs to see one more. */
const UNSEEN = 1000;
