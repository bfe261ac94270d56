import { type Clocks, sortOperations } from "./clocks.js";
import type { EdgeList } from "./edge-list.js";
import { findCycle } from "./find-cycle.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";

/** A relation turned out to have a cycle, at these operations. */
export interface Contradiction {
  readonly clue: readonly number[];
}

/** The closure of po ∪ wr ∪ the given edges ∪ `edges` as clocks. */
export function closeRelation(memory: MemoryHistory, meter: Meter, edges?: EdgeList): Clocks | Contradiction {
  meter.reserve(4 * memory.size * memory.threads);
  const clock = new Int32Array(memory.size * memory.threads);
  const sorted = sortOperations(memory, edges, clock);
  if (sorted.acyclic) return { clock, order: sorted.order };
  return { clue: findCycle(memory, sorted.left, edges) };
}

/** All operations in an order that extends po ∪ wr ∪ the given edges ∪ `edges`. */
export function extendRelation(
  memory: MemoryHistory,
  meter: Meter,
  edges?: EdgeList,
): { readonly order: Int32Array } | Contradiction {
  meter.reserve(4 * (6 * memory.size + (edges?.size ?? 0)));
  const sorted = sortOperations(memory, edges);
  return sorted.acyclic ? { order: sorted.order } : { clue: findCycle(memory, sorted.left, edges) };
}
