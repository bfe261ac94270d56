import { PENDING } from "../history/history.js";
import type { Part } from "../linearize/part.js";

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

/** The indices of `keys` (whole numbers) in ascending order of key; equal keys keep their order. */
export function sortedBy(keys: ArrayLike<number>): Int32Array {
  const { length } = keys;
  if (length === 0) return new Int32Array(0);
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < length; i++) {
    if (keys[i] < least) least = keys[i];
    if (keys[i] > most) most = keys[i];
  }
  const sorted = new Int32Array(length);
  if (most - least < 16 * length) {
    // Keys close together: count, then put each in its place.
    const starts = new Int32Array(most - least + 2);
    for (let i = 0; i < length; i++) starts[keys[i] - least + 1]++;
    for (let key = 1; key < starts.length; key++) starts[key] += starts[key - 1];
    for (let i = 0; i < length; i++) sorted[starts[keys[i] - least]++] = i;
  } else {
    const packed = new Float64Array(length);
    for (let i = 0; i < length; i++) packed[i] = (keys[i] - least) * length + i;
    packed.sort();
    for (let i = 0; i < length; i++) sorted[i] = packed[i] % length;
  }
  return sorted;
}

/** The items that the indices name, in their order. */
export function pick(items: ArrayLike<number>, indices: ArrayLike<number>): Int32Array {
  const picked = new Int32Array(indices.length);
  for (let i = 0; i < picked.length; i++) picked[i] = items[indices[i]];
  return picked;
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

/** Rows with keys, to be lined up by key; rows with equal keys stay in the order they came. */
export interface Placing {
  put(row: number, key: number): void;
  order(): Int32Array;
}

/** An empty placing for up to `capacity` rows. */
export function createPlacing(capacity: number): Placing {
  const rows = new Int32Array(capacity);
  const keys = new Int32Array(capacity);
  let length = 0;
  return {
    put(row, key) {
      rows[length] = row;
      keys[length++] = key;
    },
    order: () => pick(rows, sortedBy(keys.subarray(0, length))),
  };
}
