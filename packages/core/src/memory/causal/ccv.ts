import type { Budget } from "../../budget.js";
import { type AccessIndex, indexAccesses } from "../relations/access-index.js";
import { closeRelation, type Contradiction, extendRelation } from "../relations/close-relation.js";
import { decideOnClocks, runOnClocks } from "../relations/run-on-clocks.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import { createEdgeList } from "../relations/edge-list.js";
import { extendCausality } from "./cc.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { findOverwriters } from "./overwriters.js";
import { closeStoreOrder, type StoreOrderFound } from "../relations/partial-store-order.js";

/**
 * Causal convergence (CCv): CC, and po ∪ wr ∪ cf[co] has no cycle. The second implies the first: w co
 * w′ co r with r reading from w makes w′ cf w, a cycle.
 *
 * `orders`: one linear extension of po ∪ wr ∪ cf[co]. `clue`: as for CC, or the operations of a cycle.
 */
export function checkCcv(memory: MemoryHistory, budget: Budget): MemoryFound {
  return decideOnClocks(
    budget,
    (meter) => {
      const found = extendConflicts(memory, meter);
      return "clue" in found ? found : [found.line];
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

/** So often a line is put right before all conflicts are listed. */
const MOST_ROUNDS = 12;

/**
 * A line that extends po ∪ wr ∪ cf[co]. Most conflicts agree with any line that extends causal order: the
 * line is sorted anew with those that do not, until all do.
 */
function extendConflicts(memory: MemoryHistory, meter: Meter): { readonly line: Int32Array } | Contradiction {
  const causal = extendCausality(memory, meter);
  if ("clue" in causal) return causal;
  let { line, overwriters } = causal;
  const edges = createEdgeList();
  for (let round = 0; overwriters !== undefined && round < MOST_ROUNDS; round++) {
    if (overwriters.length === 0) return { line };
    for (let i = 0; i < overwriters.length; i += 3) edges.add(overwriters[i + 1], overwriters[i]);
    const sorted = extendRelation(memory, meter, edges);
    if ("clue" in sorted) return sorted;
    line = sorted.order;
    const found = findOverwriters(memory, line, meter);
    if (found !== undefined && "clue" in found) return found;
    overwriters = found;
  }
  return orderConflicts(memory, meter);
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
