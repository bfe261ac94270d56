import type { Budget } from "../../budget.js";
import { type AccessIndex, indexAccesses } from "../relations/access-index.js";
import { closeRelation, type Contradiction, extendRelation } from "../relations/close-relation.js";
import { decideOnClocks, runOnClocks } from "../relations/run-on-clocks.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import type { EdgeList } from "../relations/edge-list.js";
import { createHappensBefore } from "./happens-before.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import {
  closeStoreOrder,
  type PartialStoreOrder,
  type StoreOrderFound,
} from "../relations/partial-store-order.js";
import { addReadWrites } from "../relations/add-read-writes.js";

/**
 * Convergent causal memory (CCM, CAV'19 Section 3.2): po ∪ wr ∪ pww ∪ rw[pww] has no cycle, where
 * pww = (hb_WW ∪ cf[hb])+ and hb = (⋃ hb_o)+.
 *
 * `orders`: one linear extension of that relation. `clue`: as for CM, or the operations of a cycle.
 */
export function checkCcm(memory: MemoryHistory, budget: Budget): MemoryFound {
  return decideOnClocks(
    budget,
    (meter) => {
      const found = orderStores(memory, meter);
      if ("clue" in found) return found;
      const { accesses, hb, storeOrder, edges } = found;
      addReadWrites(memory, accesses, storeOrder, hb, meter, edges);
      const line = extendRelation(memory, meter, edges);
      return "clue" in line ? line : [line.order];
    },
    () => "the partial store order shows no cycle so far",
  );
}

/**
 * The partial store order pww, where po ∪ wr ∪ pww has no cycle. It is part of every store order by which
 * the history is sequentially consistent (CAV'19 Lemma 2). Whether it also goes with rw[pww] is for
 * `checkCcm` to say.
 */
export function partialStoreOrder(memory: MemoryHistory, budget: Budget): StoreOrderFound {
  return runOnClocks(
    budget,
    (meter) => {
      const found = orderStores(memory, meter);
      return "clue" in found ? found : { verdict: "found" as const, storeOrder: found.storeOrder };
    },
    () => "the partial store order is not complete",
  );
}

interface OrderedStores {
  readonly accesses: AccessIndex;
  /** The clocks of hb. */
  readonly hb: Int32Array;
  readonly storeOrder: PartialStoreOrder;
  /** Edges that, with po ∪ wr, generate po ∪ wr ∪ pww. */
  readonly edges: EdgeList;
}

function orderStores(memory: MemoryHistory, meter: Meter): OrderedStores | Contradiction {
  const accesses = indexAccesses(memory);
  const edges = happensBeforeEdges(memory, accesses, meter);
  if ("clue" in edges) return edges;
  const hb = closeRelation(memory, meter, edges);
  if ("clue" in hb) return hb;
  const clue = addConflicts(memory, accesses, hb.clock, meter, edges);
  if (clue !== undefined) return { clue };
  const line = extendRelation(memory, meter, edges);
  if ("clue" in line) return line;
  const parts = { between: hb.clock, conflicts: hb.clock, line: line.order };
  return { accesses, hb: hb.clock, storeOrder: closeStoreOrder(memory, accesses, parts, meter), edges };
}

/** The edges that, with po ∪ wr, generate hb: all that rule 2 adds to hb_o for the last o of any thread. */
function happensBeforeEdges(
  memory: MemoryHistory,
  accesses: AccessIndex,
  meter: Meter,
): EdgeList | Contradiction {
  const co = closeRelation(memory, meter);
  if ("clue" in co) return co;
  meter.reserve(4 * memory.size * (memory.threads + 6));
  const hb = createHappensBefore(memory, accesses, co.clock, meter);
  for (let t = 0; t < memory.threads; t++) {
    hb.begin(t);
    for (let o = memory.first[t]; o < memory.first[t + 1]; o++) if (!hb.include(o)) return { clue: hb.clue };
  }
  return hb.edges;
}
