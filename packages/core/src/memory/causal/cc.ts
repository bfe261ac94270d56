import type { Budget } from "../../budget.js";
import { indexAccesses } from "../relations/access-index.js";
import { closeRelation, runOnClocks, VECTOR_CLOCKS } from "../relations/clock-engine.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import type { MemoryHistory } from "../memory-history.js";

/**
 * Causal consistency (CC): co = (po ∪ wr)+ has no cycle, and no read has a write to its variable
 * causally between its source and itself. (CAV'19 prints acyclic(po ∪ wr ∪ rw[co]), which rejects its
 * own Fig. 1c; these are the bad patterns of POPL'17: CyclicCO, WriteCOInitRead, WriteCORead.)
 *
 * `orders`: one linear extension of po ∪ wr. `clue`: the operations of a cycle; [w, w′, r] where w co w′
 * co r and r reads from w; or [w′, r] where w′ co r and r takes the initial value.
 */
export function checkCc(memory: MemoryHistory, budget: Budget): MemoryFound {
  return runOnClocks(
    budget,
    (meter) => {
      const co = closeRelation(memory, meter);
      if ("clue" in co) return co;
      const clue = addConflicts(memory, indexAccesses(memory), co.clock, meter);
      if (clue !== undefined) return { clue };
      return { verdict: "satisfied" as const, orders: [co.order], algorithm: VECTOR_CLOCKS };
    },
    () => "no bad pattern among the reads that were looked at",
  );
}
