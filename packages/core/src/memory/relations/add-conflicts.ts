import { type AccessIndex, lastWriteBefore } from "./access-index.js";
import { isBefore } from "./clocks.js";
import type { EdgeList } from "./edge-list.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";

/**
 * The conflicts of a relation R given by clocks, cf[R] = (R_WR ; wr⁻¹) \ id: a write w′ before a read
 * that takes its value from another write w must be before w (CAV'19 Definition 3, repaired:
 * w ≠ w′). Of each thread only the last such w′ is looked at: program order has the others. Those
 * that R does not have already are added to `edges`, if there is such a list. Internal reads are
 * passed over, which makes it cf_e where the history is a view with such reads.
 *
 * Answers the operations of a bad pattern: [w, w′, r] where R orders w before w′ before r, and [w′, r]
 * where r takes the initial value in spite of w′; `undefined` where there is none.
 */
export function addConflicts(
  memory: MemoryHistory,
  accesses: AccessIndex,
  clock: Int32Array,
  meter: Meter,
  edges?: EdgeList,
): number[] | undefined {
  const { size, threads, variables, isWrite, variable, source, internal } = memory;
  for (let r = 0; r < size; r++) {
    if (isWrite[r] === 1 || (internal !== undefined && internal[r] === 1)) continue;
    meter.step();
    const w = source[r];
    const x = variable[r];
    const row = r * threads;
    for (let t = 0; t < threads; t++) {
      const other = lastWriteBefore(accesses, t * variables + x, clock[row + t]);
      if (other < 0 || other === w) continue;
      if (w === INITIAL) return [other, r];
      if (isBefore(memory, clock, w, other)) return [w, other, r];
      if (edges !== undefined && !isBefore(memory, clock, other, w)) edges.add(other, w);
    }
  }
  return undefined;
}
