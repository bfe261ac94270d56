import { sortOperations } from "../../memory/relations/clocks.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import { type Restriction, restrict } from "../../memory/restrict.js";

/** What the search for a core may ask and use. */
export interface CoreSearch {
  /** Whether this part of the history violates the model, as far as one trial can tell. */
  violates(part: MemoryHistory): boolean;
  mayGoOn(): boolean;
  /** Operations at which the contradiction showed, where they are known. */
  readonly clue: readonly number[];
}

/** The restriction to these operations, less the reads of writes that are not among them. */
export function restrictTo(memory: MemoryHistory, operations: Iterable<number>): Restriction {
  const keep = new Uint8Array(memory.size);
  for (const o of operations) keep[o] = 1;
  return restrict(memory, keep);
}

/** All operations, in an order that extends po ∪ wr if there is one. */
export function linearOrder(memory: MemoryHistory): number[] {
  const sorted = sortOperations(memory);
  if (sorted.acyclic) return Array.from(sorted.order);
  const { first, thread } = memory;
  const share = (o: number): number => (o - first[thread[o]]) / (first[thread[o] + 1] - first[thread[o]]);
  return Array.from({ length: memory.size }, (_, o) => o).sort((a, b) => share(a) - share(b));
}

/** A restriction of a restriction, as one of the whole. */
export function within(outer: Restriction, inner: Restriction): Restriction {
  return { memory: inner.memory, kept: inner.kept.map((o) => outer.kept[o]) };
}
