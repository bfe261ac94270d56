import type { Budget } from "../../budget.js";
import { indexAccesses } from "../relations/access-index.js";
import { closeRelation, type Contradiction, extendRelation } from "../relations/close-relation.js";
import { decideOnClocks } from "../relations/run-on-clocks.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { causalOverwriter, findOverwriters, type Overwriters } from "./overwriters.js";

/**
 * Causal consistency (CC): co = (po ∪ wr)+ has no cycle, and no read has a write to its variable
 * causally between its source and itself. (CAV'19 prints acyclic(po ∪ wr ∪ rw[co]), which rejects its
 * own Fig. 1c; these are the bad patterns of POPL'17: CyclicCO, WriteCOInitRead, WriteCORead.)
 *
 * `orders`: one linear extension of po ∪ wr. `clue`: the operations of a cycle; [w, w′, r] where w co w′
 * co r and r reads from w; or [w′, r] where w′ co r and r takes the initial value.
 */
export function checkCc(memory: MemoryHistory, budget: Budget): MemoryFound {
  return decideOnClocks(
    budget,
    (meter) => {
      const found = extendCausality(memory, meter);
      return "clue" in found ? found : [found.line];
    },
    () => "no bad pattern among the reads that were looked at",
  );
}

/** A line that extends causal order, and its overwriters unless they are too many; or a bad pattern of CC. */
export function extendCausality(
  memory: MemoryHistory,
  meter: Meter,
): { readonly line: Int32Array; readonly overwriters: Overwriters | undefined } | Contradiction {
  const sorted = extendRelation(memory, meter);
  if ("clue" in sorted) return sorted;
  const line = sorted.order;
  const overwriters = findOverwriters(memory, line, meter);
  if (overwriters === undefined) return findBadPattern(memory, meter) ?? { line, overwriters };
  if ("clue" in overwriters) return overwriters;
  const clue = causalOverwriter(memory, line, overwriters, meter);
  return clue === undefined ? { line, overwriters } : { clue };
}

/** Looks for bad patterns with the clocks of all operations. */
function findBadPattern(memory: MemoryHistory, meter: Meter): Contradiction | undefined {
  const co = closeRelation(memory, meter);
  if ("clue" in co) return co;
  const clue = addConflicts(memory, indexAccesses(memory), co.clock, meter);
  return clue === undefined ? undefined : { clue };
}
