import { PENDING } from "./history.js";

/** Call and return positions among all events, as `History` defines them. */
export interface Positions {
  readonly call: Int32Array;
  readonly ret: Int32Array;
}

/**
 * Ranks the instants of `calls` and `returns` (`returned[i] === 0` where operation i has none).
 * At one instant calls stand before returns: intervals are closed.
 * @param whole whether all are integers
 */
export function rankTimes(
  calls: Float64Array,
  returns: Float64Array,
  returned: Uint8Array,
  whole = true,
): Positions {
  const n = calls.length;
  const ended = new Int32Array(n); // the operations that returned
  const ends = new Float64Array(n);
  let count = 0;
  for (let i = 0; i < n; i++)
    if (returned[i] !== 0) {
      ended[count] = i;
      ends[count++] = returns[i];
    }
  const callOrder = stableOrder(calls, whole);
  const endOrder = stableOrder(ends.subarray(0, count), whole);
  const call = new Int32Array(n);
  const ret = new Int32Array(n).fill(PENDING);
  for (let c = 0, e = 0; c < n || e < count; )
    if (e === count || (c < n && calls[callOrder[c]] <= ends[endOrder[e]])) {
      call[callOrder[c]] = c + e;
      c++;
    } else {
      ret[ended[endOrder[e]]] = c + e;
      e++;
    }
  return { call, ret };
}

/** `rankTimes` for instants that exceed 2^53. */
export function rankBigTimes(calls: BigInt64Array, returns: BigInt64Array, returned: Uint8Array): Positions {
  const all = calls.slice();
  const both = new BigInt64Array(all.length * 2);
  both.set(all);
  for (let i = 0; i < all.length; i++) both[all.length + i] = returned[i] !== 0 ? returns[i] : calls[i];
  both.sort();
  const rank = new Map<bigint, number>();
  for (const instant of both) if (!rank.has(instant)) rank.set(instant, rank.size);
  const ranks = (column: BigInt64Array): Float64Array =>
    Float64Array.from({ length: column.length }, (_, i) => rank.get(column[i]) ?? 0);
  return rankTimes(ranks(calls), ranks(returns), returned);
}

/** So many places an index may have to move, on average, in keys that count as nearly sorted. */
const NEAR = 8;

/** Indices of `keys` in ascending order, stable. Logs are nearly sorted; of many other integers by a radix sort. */
function stableOrder(keys: Float64Array, whole: boolean): Int32Array {
  const n = keys.length;
  let order = new Int32Array(n);
  let moves = 0;
  for (let i = 0; i < n && moves <= NEAR * n; i++) {
    let place = i;
    for (; place > 0 && keys[order[place - 1]] > keys[i]; place--) order[place] = order[place - 1];
    order[place] = i;
    moves += i - place;
  }
  if (moves <= NEAR * n) return order;
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < n; i++) {
    order[i] = i;
    if (keys[i] < min) min = keys[i];
    if (keys[i] > max) max = keys[i];
  }
  // A radix sort pays only for many keys, and needs differences that are exact.
  if (!whole || n < 2048 || max - min > Number.MAX_SAFE_INTEGER)
    return order.sort((a, b) => keys[a] - keys[b] || a - b);
  let next = new Int32Array(n);
  const digits = new Uint16Array(n);
  const starts = new Int32Array(1 << 16);
  for (let unit = 1; unit <= max - min; unit *= 1 << 16) {
    starts.fill(0);
    for (let i = 0; i < n; i++) {
      const digit = Math.floor((keys[i] - min) / unit) % (1 << 16);
      digits[i] = digit;
      starts[digit]++;
    }
    for (let digit = 0, start = 0; digit < 1 << 16; digit++) {
      const size = starts[digit];
      starts[digit] = start;
      start += size;
    }
    for (let i = 0; i < n; i++) next[starts[digits[order[i]]]++] = order[i];
    [order, next] = [next, order];
  }
  return order;
}
