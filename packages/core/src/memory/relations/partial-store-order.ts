import { type AccessIndex, lastWriteBefore } from "./access-index.js";
import type { Refused } from "./run-on-clocks.js";
import { createEdgeList, type EdgeList } from "./edge-list.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { WritePairs } from "../store-order/saturation.js";

/** A strict partial order of the writes to each variable that contains program order. */
export interface PartialStoreOrder {
  /** Whether the first of two writes to one variable is before the second. */
  isOrdered(first: number, second: number): boolean;
  /** The first write of a thread to the same variable that is after the given write, or −1. */
  successor(write: number, thread: number): number;
  /** Each write with its successor in each thread: edges whose transitive closure is the order. */
  edges(): EdgeList;
  /** How many pairs of writes to one variable there are, and how many of them the order leaves open. */
  countPairs(): WritePairs;
}

/** A partial store order, or why there is none: a cycle, or a budget that ran out. */
export type StoreOrderFound =
  | { readonly verdict: "found"; readonly storeOrder: PartialStoreOrder; readonly states: number }
  | Refused;

/** The relations that a partial store order is made of. */
export interface StoreOrderParts {
  /** The clocks of R, and R_WW is part of the order. */
  readonly between: Int32Array;
  /** The clocks of R′, and cf[R′] is part of the order (external reads alone, where there are internal ones). */
  readonly conflicts: Int32Array;
  /** All operations in an order that extends both parts. */
  readonly line: Int32Array;
}

/**
 * (R_WW ∪ cf[R′])+, as in CAV'19's pww = (hb_WW ∪ cf[hb])+. It runs through writes to one variable
 * only: writes to others do not carry it on. The writes of a thread to a variable are a chain, so
 * that it is kept as clocks: one bound per write and thread.
 */
export function closeStoreOrder(
  memory: MemoryHistory,
  accesses: AccessIndex,
  { between, conflicts, line }: StoreOrderParts,
  meter: Meter,
): PartialStoreOrder {
  const { threads, variables, thread, isWrite, variable, internal, first } = memory;
  const { writesFrom, writes, readersFrom, readers } = accesses;
  meter.reserve(4 * writes.length * threads);
  const position = new Int32Array(memory.size); // write → its place in `writes`
  for (let p = 0; p < writes.length; p++) position[writes[p]] = p;
  // At place × threads + thread: the writes of that thread below this operation are before this one.
  const bound = new Int32Array(writes.length * threads);
  for (let p = 0, at = 0; p < writes.length; p++) for (let t = 0; t < threads; t++) bound[at++] = first[t];

  /** Puts the last write of each thread within the clock, and all before it, before the write at `row`. */
  const takePast = (row: number, x: number, except: number, clock: Int32Array, clockRow: number): void => {
    for (let t = 0; t < threads; t++) {
      if (clock[clockRow + t] <= bound[row + t]) continue;
      const w = lastWriteBefore(accesses, t * variables + x, clock[clockRow + t]);
      if (w < bound[row + t] || w === except) continue;
      const from = position[w] * threads;
      for (let k = 0; k < threads; k++)
        if (bound[from + k] > bound[row + k]) bound[row + k] = bound[from + k];
      bound[row + t] = w + 1;
    }
  };
  for (const w of line) {
    if (isWrite[w] === 0) continue;
    meter.step();
    const row = position[w] * threads;
    takePast(row, variable[w], w, between, w * threads);
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++)
      if (internal === undefined || internal[readers[i]] === 0)
        takePast(row, variable[w], w, conflicts, readers[i] * threads);
  }

  const successor = (write: number, t: number): number => {
    const own = thread[write];
    const end = writesFrom[t * variables + variable[write] + 1];
    let low = writesFrom[t * variables + variable[write]];
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bound[middle * threads + own] > write) high = middle;
      else low = middle + 1;
    }
    return low < end ? writes[low] : -1;
  };
  return {
    isOrdered: (a, b) => bound[position[b] * threads + thread[a]] > a,
    successor,
    edges() {
      const edges = createEdgeList();
      for (const w of writes)
        for (let t = 0; t < threads; t++) {
          const next = successor(w, t);
          if (next >= 0) edges.add(w, next);
        }
      return edges;
    },
    countPairs() {
      const { names } = memory;
      const seen = new Float64Array(variables);
      let pairs = 0;
      let ordered = 0;
      for (let p = 0; p < writes.length; p++) {
        const x = variable[writes[p]];
        if (x >= names.length) continue; // accesses nothing
        pairs += seen[x]++;
        for (let t = 0; t < threads; t++) {
          const last = bound[p * threads + t] - 1;
          if (last >= first[t]) ordered += position[last] - writesFrom[t * variables + x] + 1;
        }
      }
      return { pairs, unordered: pairs - ordered };
    },
  };
}
