import type { Bounds } from "../conclude/bounds.js";
import { drawToResults } from "./draw-to-results.js";

/** How often the guesses are drawn towards each other. */
const SWEEPS = 24;

/**
 * When each operation took effect, guessed from what is known of all solutions: from where it stands in its session,
 * drawn between the last operations that stand before it, and the first that it cannot see. In the same unit as a
 * position in the file.
 */
export function pseudoTimes({
  problem,
  before,
  most,
  width,
}: Pick<Bounds, "problem" | "before" | "most" | "width">): Float64Array {
  const { size, sessions, session, position } = problem;
  const times = Float64Array.from(
    { length: size },
    (_, operation) => ((position[operation] + 0.5) / sessions[session[operation]].length) * size,
  );
  /** The latest known to stand before, the earliest known to be unseen, of other sessions. */
  const pull = (operation: number): number => {
    let [least, greatest] = [-Infinity, Infinity];
    for (let s = 0, at = operation * width; s < width; s++, at++) {
      if (s === session[operation]) continue;
      if (before[at] > 0) least = Math.max(least, times[sessions[s][before[at] - 1]]);
      if (most[at] < sessions[s].length) greatest = Math.min(greatest, times[sessions[s][most[at]]]);
    }
    const now = times[operation];
    if (least > greatest) return (least + greatest) / 2;
    return now < least ? least : now > greatest ? greatest : now;
  };
  const pulled = new Float64Array(size);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let operation = 0; operation < size; operation++) pulled[operation] = pull(operation);
    for (const members of sessions) spread(members, pulled, times);
  }
  drawToResults(problem, times);
  return times;
}

/** How many neighbours in its session an operation is averaged with, on each side. */
const NEIGHBOURS = 4;

/** The times of one session: averages of what neighbours are pulled to, and never backwards. */
function spread(members: ArrayLike<number>, pulled: Float64Array, times: Float64Array): void {
  const { length } = members;
  let sum = 0;
  let [from, to] = [0, 0];
  let last = -Infinity;
  for (let at = 0; at < length; at++) {
    for (; to < Math.min(length, at + NEIGHBOURS + 1); to++) sum += pulled[members[to]];
    for (; from < at - NEIGHBOURS; from++) sum -= pulled[members[from]];
    // At the ends the window is lopsided: what it says is moved to its middle.
    const average = sum / (to - from);
    const slope = to - from > 1 ? (pulled[members[to - 1]] - pulled[members[from]]) / (to - from - 1) : 0;
    const here = average + slope * (at - (from + to - 1) / 2);
    last = Math.max(last, here);
    times[members[at]] = last;
  }
}
