import { Exhausted } from "../../budget.js";
import { type AccessIndex, indexAccesses } from "../relations/access-index.js";
import { sortOperations } from "../relations/clocks.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { findCycle } from "../relations/find-cycle.js";
import { createIncrementalOrder, type IncrementalOrder } from "./incremental-order.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { findReaderChains, type ReaderChains } from "./reader-chains.js";

/** The most entries that clocks may have, for entries are numbered by 32-bit integers. */
const MOST_ENTRIES = 2 ** 31 - 1;

/** The result of saturation. */
export type Saturation =
  | {
      readonly consistent: true;
      readonly order: IncrementalOrder;
      readonly index: AccessIndex;
      readonly chains: ReaderChains;
    }
  /** No store order will do; `clue`: operations on the cycle that shows it. */
  | { readonly consistent: false; readonly clue: readonly number[] };

/**
 * Saturates a history: computes the least transitive R ⊇ po ∪ wr ∪ given that is closed under two rules,
 *
 * - cf: w1 R r, r reads from w2 ≠ w1, one variable ⇒ w1 R w2 (else w1 would have overwritten w2 before r);
 * - rw: w1 R w2, r reads from w1, one variable ⇒ r R w2 (else r would have read w2, or what came later).
 *
 * Every store order that explains the history contains R on writes, so that a cycle in R refutes it.
 * R contains CAV'19's pww, and so catches what CCM catches and more. It is not complete: a history
 * whose R has no cycle may still have no store order, though that is rare.
 * @throws Exhausted when the budget of `meter` runs out
 */
export function saturate(memory: MemoryHistory, meter: Meter): Saturation {
  const { size, threads } = memory;
  // Clocks, and about a dozen numbers for each operation besides.
  if (size * threads > MOST_ENTRIES) throw new Exhausted("memory");
  meter.reserve(4 * size * (threads + 16));
  const sorted = sortOperations(memory);
  if (!sorted.acyclic) return { consistent: false, clue: findCycle(memory, sorted.left) };
  const index = indexAccesses(memory);
  const chains = findReaderChains(memory, index);
  const order = createIncrementalOrder(memory, index, chains, meter);
  for (let i = 0; i < size; i++)
    if (!order.settle(sorted.order[i])) return { consistent: false, clue: [...order.clash] };
  order.startUndo();
  return { consistent: true, order, index, chains };
}

/** The first `count` edges of an order beyond po, wr and the given ones (default: all). */
export function furtherEdges({ edges }: IncrementalOrder, count: number = edges.size): EdgeList {
  const list = createEdgeList();
  for (let i = edges.floor; i < count; i++) list.add(edges.from[i], edges.to[i]);
  return list;
}

/** How many pairs of writes to the same variable there are, and how many of them a relation leaves open. */
export interface WritePairs {
  readonly pairs: number;
  readonly unordered: number;
}

/** Counts the pairs of writes to one variable that a closed relation, as clocks, does not order. */
export function countUnorderedWrites(
  memory: MemoryHistory,
  clock: Int32Array,
  index: AccessIndex = indexAccesses(memory),
): WritePairs {
  const { size, threads, variables, variable, isWrite, names } = memory;
  const writesOf = new Float64Array(variables);
  let ordered = 0;
  for (let w = 0; w < size; w++) {
    const x = variable[w];
    if (isWrite[w] === 0 || x >= names.length) continue;
    writesOf[x]++;
    for (let t = 0; t < threads; t++)
      ordered += countWritesBefore(index, t * variables + x, clock[w * threads + t]);
  }
  const pairs = writesOf.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  return { pairs, unordered: pairs - ordered };
}

function countWritesBefore({ writesFrom, writes }: AccessIndex, slot: number, bound: number): number {
  let low = writesFrom[slot];
  let high = writesFrom[slot + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (writes[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low - writesFrom[slot];
}
