import type { History } from "../history/history.js";
import type { Part } from "../linearize/part.js";

/**
 * One linearization of the whole from one of each part. Each operation is given the earliest
 * point that its part's order allows: the latest call at or before it. Points lie within the operations'
 * intervals, so sorting by point keeps real time between parts.
 */
export function merge(
  history: History,
  parts: readonly Part[],
  linearizations: readonly ArrayLike<number>[],
): number[] {
  // Every point is the call of some operation, and calls of different parts are different: a list
  // per position sorts them.
  const { call, size } = history;
  const head = new Int32Array(2 * size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  let total = 0;
  parts.forEach(({ ids }, p) => {
    const linearization = linearizations[p];
    total += linearization.length;
    let point = -1;
    let last = -1;
    for (let i = 0; i < linearization.length; i++) {
      const id = ids[linearization[i]];
      if (call[id] > point) {
        point = call[id];
        head[point] = id;
      } else next[last] = id;
      last = id;
    }
  });
  const merged = new Array<number>(total);
  let filled = 0;
  for (let point = 0; point < head.length; point++)
    for (let id = head[point]; id >= 0; id = next[id]) merged[filled++] = id;
  return merged;
}
