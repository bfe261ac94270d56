import { PENDING } from "../history/history.js";
import type { Part } from "../linearize/part.js";
import { sortedBy } from "./sorted-by.js";

/**
 * The calls and returns of a part, ranked 0, 1, 2, … without holes.
 *
 * Monitors think in *gaps*: gap g lies between event g and event g + 1. An operation takes effect
 * at one moment of one gap, any of `call … ret - 1`; operations in one gap may come in any order.
 * Operations placed in gaps of their own always respect real time: if a returned before b was
 * called, every gap of a lies before every gap of b.
 */
export interface Moments {
  readonly call: Int32Array;
  /** A pending operation returns at `count`, after every event. */
  readonly ret: Int32Array;
  /** The number of events; gaps go up to `count - 1`. */
  readonly count: number;
}

/** Ranks the events of a part: O(n log n), by one sort of the returns. */
export function momentsOf(part: Part): Moments {
  const { size } = part;
  const call = new Int32Array(size);
  const ret = new Int32Array(size);
  const returned = new Int32Array(size);
  const returns = new Int32Array(size);
  let count = 0;
  for (let row = 0; row < size; row++)
    if (part.ret[row] !== PENDING) {
      returned[count] = row;
      returns[count++] = part.ret[row];
    }
  let rank = 0;
  let row = 0;
  for (const index of sortedBy(returns.subarray(0, count))) {
    for (; row < size && part.call[row] < returns[index]; row++) call[row] = rank++;
    ret[returned[index]] = rank++;
  }
  for (; row < size; row++) call[row] = rank++;
  for (let i = 0; i < size; i++) if (part.ret[i] === PENDING) ret[i] = rank;
  return { call, ret, count: rank };
}

/**
 * Puts operations that fit anywhere (a read whose result nobody observed) into an order that
 * respects real time, so that it still does: each just before the first that was called after it
 * returned. All that returned before it was called stand earlier, for the order respects real time.
 */
export function insertAnywhere(moments: Moments, order: Int32Array, free: readonly number[]): Int32Array {
  if (free.length === 0) return order;
  const { call, ret } = moments;
  const waiting = [...free].sort((a, b) => ret[a] - ret[b]);
  const merged = new Int32Array(order.length + free.length);
  let length = 0;
  let next = 0;
  for (const row of order) {
    while (next < waiting.length && ret[waiting[next]] < call[row]) merged[length++] = waiting[next++];
    merged[length++] = row;
  }
  while (next < waiting.length) merged[length++] = waiting[next++];
  return merged;
}
