import type { Bounds } from "./bounds.js";

/** Of each session, the position of the first operation that is known to stand after the given one; its length where none is. */
export function firstAfter({ problem, before, width }: Bounds, operation: number): Int32Array {
  const { sessions, session, position } = problem;
  const own = session[operation];
  return Int32Array.from(sessions, (members, s) => {
    if (s === own) return position[operation] + 1;
    let low = 0;
    let high = members.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before[members[middle] * width + own] > position[operation]) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}
