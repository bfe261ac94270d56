import type { AccessIndex } from "./access-index.js";
import { isBefore } from "./clocks.js";
import type { EdgeList } from "./edge-list.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { PartialStoreOrder } from "./partial-store-order.js";
import { findReaderChains } from "../store-order/reader-chains.js";

/**
 * Adds rw[pww] = wr⁻¹ ; pww to `edges` (CAV'19 Definition 2): a read is before every write that the
 * store order has after its source. Edges from a write's last reader in each thread to the next write in
 * each thread say it all. A read of the initial value is before every write to its variable. What
 * `clock` already has is left out.
 */
export function addReadWrites(
  memory: MemoryHistory,
  accesses: AccessIndex,
  storeOrder: PartialStoreOrder,
  clock: Int32Array,
  meter: Meter,
  edges: EdgeList,
): void {
  const { size, threads, variables, isWrite, variable, source } = memory;
  const { from, latest } = findReaderChains(memory, accesses);
  const add = (r: number, w: number): void => {
    if (!isBefore(memory, clock, r, w)) edges.add(r, w);
  };
  for (let o = 0; o < size; o++) {
    meter.step();
    if (isWrite[o] === 1) {
      if (from[o] === from[o + 1]) continue;
      for (let t = 0; t < threads; t++) {
        const next = storeOrder.successor(o, t);
        if (next >= 0) for (let i = from[o]; i < from[o + 1]; i++) add(latest[i], next);
      }
    } else if (source[o] === INITIAL)
      for (let t = 0; t < threads; t++) {
        const at = accesses.writesFrom[t * variables + variable[o]];
        if (at < accesses.writesFrom[t * variables + variable[o] + 1]) add(o, accesses.writes[at]);
      }
  }
}
