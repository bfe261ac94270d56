import type { Budget } from "../../budget.js";
import { type AccessIndex, indexAccesses } from "../relations/access-index.js";
import { closeRelation, type Contradiction, extendRelation } from "../relations/close-relation.js";
import { decideOnClocks, runOnClocks } from "../relations/run-on-clocks.js";
import { coherenceEdges } from "./coherence-edges.js";
import { addConflicts } from "../relations/add-conflicts.js";
import type { MemoryFound } from "../memory-found.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { createHappensBefore } from "./happens-before.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import {
  closeStoreOrder,
  type PartialStoreOrder,
  type StoreOrderFound,
} from "../relations/partial-store-order.js";
import { type PpoView, viewByPpo } from "./ppo-view.js";
import { addReadWrites } from "../relations/add-read-writes.js";

/**
 * Weak convergent causal memory (wCCM, CAV'19 Section 4.1): no read of an own later write, and
 * ppo ∪ wr_e ∪ wpww ∪ rw[wpww] and po-loc ∪ wr_e ∪ wpww ∪ rw[wpww] have no cycle.
 *
 * The second follows. It has an edge only between accesses of one variable, and wpww contains the order
 * of the current writes of each thread (see `coherenceEdges`): any total order of writes that extends
 * wpww, with the readers of each write placed right behind it, extends that relation.
 *
 * `orders`: a linear extension of the first relation, and one of the second. `clue`: the operations of
 * a cycle, or of the rule of hb_o that closed one.
 */
export function checkWccm(memory: MemoryHistory, budget: Budget): MemoryFound {
  return decideOnClocks(
    budget,
    (meter) => {
      const found = orderStores(memory, meter);
      if ("clue" in found) return found;
      const { ppo, accesses, whb, storeOrder, edges } = found;
      addReadWrites(ppo.view, accesses, storeOrder, whb, meter, edges);
      const line = extendRelation(ppo.view, meter, edges);
      if ("clue" in line) return inHistory(line, ppo);
      const byPpo = line.order.map((o) => ppo.fromView[o]);
      return [byPpo, readsBehindWrites(memory, byPpo)];
    },
    () => "the weak partial store order shows no cycle so far",
  );
}

/**
 * The weak partial store order wpww, where ppo ∪ wr_e ∪ wpww has no cycle. It is part of every store order
 * by which the history satisfies TSO (CAV'19 Lemma 3). Whether it also goes with rw[wpww] is for
 * `checkWccm` to say.
 */
export function weakPartialStoreOrder(memory: MemoryHistory, budget: Budget): StoreOrderFound {
  return runOnClocks(
    budget,
    (meter) => {
      const found = orderStores(memory, meter);
      if ("clue" in found) return found;
      return { verdict: "found" as const, storeOrder: inHistoryNumbers(found.storeOrder, found.ppo) };
    },
    () => "the weak partial store order is not complete",
  );
}

/** Numbers are those of the view. */
interface OrderedStores {
  readonly ppo: PpoView;
  readonly accesses: AccessIndex;
  /** The clocks of whb, but for the edges of po-loc from a write to a read. */
  readonly whb: Int32Array;
  readonly storeOrder: PartialStoreOrder;
  /** Edges that, with ppo ∪ wr_e, generate ppo ∪ wr_e ∪ wpww. */
  readonly edges: EdgeList;
}

/**
 * wpww = (whb_WW ∪ cf_e[hb^ppo] ∪ cf_e[hb^po-loc])+ with whb = (hb^ppo ∪ hb^po-loc)+. The last cf_e is
 * part of hb^po-loc. Between writes whb needs no edge of po-loc from a write to a read: what comes after
 * a read is later in its thread, and the first write there is after the earlier one by ppo.
 */
function orderStores(memory: MemoryHistory, meter: Meter): OrderedStores | Contradiction {
  const coherence = coherenceEdges(memory);
  if ("clue" in coherence) return coherence;
  meter.reserve(40 * memory.size);
  const ppo = viewByPpo(memory);
  const { view, toView } = ppo;
  const accesses = indexAccesses(view);
  const edges = happensBeforeEdges(memory, ppo, accesses, meter);
  if ("clue" in edges) return inHistory(edges, ppo);
  const hbPpo = closeRelation(view, meter, edges);
  if ("clue" in hbPpo) return inHistory(hbPpo, ppo);
  for (let i = 0; i < 2 * coherence.size; i += 2)
    edges.add(toView[coherence.ends[i]], toView[coherence.ends[i + 1]]);
  const whb = closeRelation(view, meter, edges);
  if ("clue" in whb) return inHistory(whb, ppo);
  const clue = addConflicts(view, accesses, hbPpo.clock, meter, edges);
  if (clue !== undefined) return inHistory({ clue }, ppo);
  const line = extendRelation(view, meter, edges);
  if ("clue" in line) return inHistory(line, ppo);
  const parts = { between: whb.clock, conflicts: hbPpo.clock, line: line.order };
  return { ppo, accesses, whb: whb.clock, storeOrder: closeStoreOrder(view, accesses, parts, meter), edges };
}

/**
 * The edges that, with ppo ∪ wr_e, generate hb^ppo. hb^ppo_o grows along ppo, so that the last write of a
 * thread stands for all its writes and for the reads before it, and the last read for all its reads.
 */
function happensBeforeEdges(
  { threads, first, isWrite }: MemoryHistory,
  { view, toView }: PpoView,
  accesses: AccessIndex,
  meter: Meter,
): EdgeList | Contradiction {
  const co = closeRelation(view, meter);
  if ("clue" in co) return co;
  meter.reserve(4 * view.size * (view.threads + 6));
  const hb = createHappensBefore(view, accesses, co.clock, meter);
  for (let t = 0; t < threads; t++) {
    let afterLastWrite = first[t + 1];
    while (afterLastWrite > first[t] && isWrite[afterLastWrite - 1] === 0) afterLastWrite--;
    hb.begin(2 * t);
    for (let o = first[t]; o < afterLastWrite; o++) if (!hb.include(toView[o])) return { clue: hb.clue };
    if (afterLastWrite === first[t + 1]) continue;
    hb.begin(2 * t);
    for (let r = view.first[2 * t]; r < view.first[2 * t + 1]; r++)
      if (!hb.include(r)) return { clue: hb.clue };
  }
  return hb.edges;
}

/** Each write in the order given, with its readers right behind it; the reads of initial values are first. */
function readsBehindWrites(memory: MemoryHistory, line: Int32Array): Int32Array {
  const { size, isWrite, source } = memory;
  const { readersFrom, readers } = indexAccesses(memory);
  const order = new Int32Array(size);
  let placed = 0;
  for (let o = 0; o < size; o++) if (isWrite[o] === 0 && source[o] === INITIAL) order[placed++] = o;
  for (const w of line) {
    if (isWrite[w] === 0) continue;
    order[placed++] = w;
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++) order[placed++] = readers[i];
  }
  return order;
}

const inHistory = ({ clue }: Contradiction, { fromView }: PpoView): Contradiction => ({
  clue: clue.map((o) => fromView[o]),
});

/** A store order of the view as one of the history. */
function inHistoryNumbers(inView: PartialStoreOrder, { toView, fromView }: PpoView): PartialStoreOrder {
  return {
    isOrdered: (a, b) => inView.isOrdered(toView[a], toView[b]),
    successor: (write, thread) => {
      const next = inView.successor(toView[write], 2 * thread + 1);
      return next < 0 ? -1 : fromView[next];
    },
    edges() {
      const { size, ends } = inView.edges();
      return createEdgeList(ends.subarray(0, 2 * size).map((o) => fromView[o]));
    },
    countPairs: () => inView.countPairs(),
  };
}
