import { sortedBy } from "./sorted-by.js";

/**
 * Half-open intervals of gaps, `from[i] … to[i] - 1`, during which value i is certainly in the
 * container; empty where `from[i] >= to[i]`.
 */
export interface Intervals {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Gap → how many of the intervals hold it. */
export function coverage({ from, to }: Intervals, gapCount: number): Int32Array {
  const depth = new Int32Array(gapCount + 1);
  for (let i = 0; i < from.length; i++)
    if (from[i] < to[i]) {
      depth[Math.min(from[i], gapCount)]++;
      depth[Math.min(to[i], gapCount)]--;
    }
  for (let gap = 1; gap < gapCount; gap++) depth[gap] += depth[gap - 1];
  return depth.subarray(0, gapCount);
}

/** Gap → the first gap from there on that no interval holds, or `gapCount`. */
export function nextUncovered(intervals: Intervals, gapCount: number): Int32Array {
  const depth = coverage(intervals, gapCount);
  const next = new Int32Array(gapCount + 1);
  next[gapCount] = gapCount;
  for (let gap = gapCount - 1; gap >= 0; gap--) next[gap] = depth[gap] === 0 ? gap : next[gap + 1];
  return next;
}

/**
 * A fewest of the intervals that together hold every gap of `first … last`, in order of time. The
 * caller knows that all of them together do.
 */
export function fewestCovering({ from, to }: Intervals, first: number, last: number): number[] {
  const byStart = sortedBy(from);
  const chosen: number[] = [];
  let next = 0;
  let reach = first;
  while (reach <= last) {
    let best = -1;
    for (; next < byStart.length && from[byStart[next]] <= reach; next++)
      if (best < 0 || to[byStart[next]] > to[best]) best = byStart[next];
    if (best < 0 || to[best] <= reach) throw new Error(`gap ${reach} is not covered`);
    chosen.push(best);
    reach = to[best];
  }
  return chosen;
}
