import type { Part } from "../linearize/part.js";

/**
 * One linearization of the whole from one of each part. Each operation is given the earliest
 * point that its part's order allows: the latest call at or before it. Points lie within the operations'
 * intervals, so sorting by point keeps real time between parts.
 */
export function merge(parts: readonly Part[], linearizations: readonly ArrayLike<number>[]): number[] {
  let last = 0;
  for (const { call, size } of parts) if (size > 0) last = Math.max(last, call[size - 1]);
  // Every point is the call of some operation, and calls of different parts are different.
  const head = new Int32Array(last + 1).fill(-1);
  const tail = new Int32Array(last + 1).fill(-1);
  const total = linearizations.reduce((sum, { length }) => sum + length, 0);
  const idAt = new Int32Array(total);
  const next = new Int32Array(total).fill(-1);
  let entries = 0;
  parts.forEach(({ call, ids }, p) => {
    let point = 0;
    for (let i = 0; i < linearizations[p].length; i++) {
      const row = linearizations[p][i];
      point = Math.max(point, call[row]);
      const entry = entries++;
      idAt[entry] = ids[row];
      if (head[point] < 0) head[point] = entry;
      else next[tail[point]] = entry;
      tail[point] = entry;
    }
  });
  const merged: number[] = [];
  for (let point = 0; point <= last; point++)
    for (let entry = head[point]; entry >= 0; entry = next[entry]) merged.push(idAt[entry]);
  return merged;
}
