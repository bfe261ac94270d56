import type { Budget } from "../../budget.js";
import { type AccessIndex, indexAccesses } from "../relations/access-index.js";
import {
  closeRelation,
  type Contradiction,
  extendRelation,
  runOnClocks,
  VECTOR_CLOCKS,
} from "../relations/clock-engine.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import { createEdgeList } from "../relations/edge-list.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { closeStoreOrder, type StoreOrderFound } from "../relations/partial-store-order.js";

/**
 * Causal convergence (CCv): CC, and po ∪ wr ∪ cf[co] has no cycle. The second implies the first: w co
 * w′ co r with r reading from w makes w′ cf w, a cycle.
 *
 * `orders`: one linear extension of po ∪ wr ∪ cf[co]. `clue`: as for CC, or the operations of a cycle.
 */
export function checkCcv(memory: MemoryHistory, budget: Budget): MemoryFound {
  return runOnClocks(
    budget,
    (meter) => {
      const conflicts = orderConflicts(memory, meter);
      if ("clue" in conflicts) return conflicts;
      return { verdict: "satisfied" as const, orders: [conflicts.line], algorithm: VECTOR_CLOCKS };
    },
    () => "no bad pattern among the reads that were looked at",
  );
}

/** The order of writes that CCv implies, (co_WW ∪ cf[co])+, for a history that satisfies it. */
export function conflictStoreOrder(memory: MemoryHistory, budget: Budget): StoreOrderFound {
  return runOnClocks(
    budget,
    (meter) => {
      const conflicts = orderConflicts(memory, meter);
      if ("clue" in conflicts) return conflicts;
      const { accesses, clock, line } = conflicts;
      const parts = { between: clock, conflicts: clock, line };
      return { verdict: "found" as const, storeOrder: closeStoreOrder(memory, accesses, parts, meter) };
    },
    () => "the order of writes by causality is not complete",
  );
}

interface Conflicts {
  readonly accesses: AccessIndex;
  /** co. */
  readonly clock: Int32Array;
  /** A linear extension of po ∪ wr ∪ cf[co]. */
  readonly line: Int32Array;
}

function orderConflicts(memory: MemoryHistory, meter: Meter): Conflicts | Contradiction {
  const co = closeRelation(memory, meter);
  if ("clue" in co) return co;
  const accesses = indexAccesses(memory);
  const edges = createEdgeList();
  const clue = addConflicts(memory, accesses, co.clock, meter, edges);
  if (clue !== undefined) return { clue };
  const line = extendRelation(memory, meter, edges);
  return "clue" in line ? line : { accesses, clock: co.clock, line: line.order };
}
