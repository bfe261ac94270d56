import type { MemoryHistory } from "../../memory/memory-history.js";
import { conflicts, overwrites, written } from "./derived.js";
import {
  createEdge,
  type Edge,
  initialReadEdges,
  isExternal,
  type ProgramOrder,
  recordedEdges,
  writesTo,
} from "./edge.js";
import { happensBefore, lastOperations } from "./happens-before.js";
import type { Refutation } from "./refutation.js";
import { createRelation, extend, type Paths, type Relation, shortestPaths } from "./relation.js";
import { readOfOwnFuture } from "./store-buffer.js";

/** Why a small history is not a convergent causal memory (CCM): a cycle of po ∪ wr ∪ pww ∪ rw[pww]. */
export function refuteCcm(memory: MemoryHistory): Refutation | undefined {
  const relation = allHappensBefore(memory, "po");
  const hb = shortestPaths(relation);
  const cf = conflicts(memory, hb, "cf");
  // What hb adds to po ∪ wr is in pww, and a path of hb is one of this relation: so it has every cycle.
  const rw = overwrites(memory, storeOrder(memory, hb, cf));
  const cycle = shortestPaths(extend(relation, [...cf, ...initialReadEdges(memory), ...rw])).cycle();
  return cycle === undefined ? undefined : { kind: "cycle", cycle };
}

/**
 * Why a small history is not a weak convergent causal memory (wCCM): a read of the own future, or a
 * cycle of π ∪ wr_e ∪ wpww ∪ rw[wpww] for π = ppo or po-loc.
 */
export function refuteWccm(memory: MemoryHistory): Refutation | undefined {
  const future = readOfOwnFuture(memory);
  if (future !== undefined) return { kind: "cycle", cycle: future };
  const hbs = [allHappensBefore(memory, "ppo"), allHappensBefore(memory, "po-loc")] as const;
  const cf = hbs.flatMap((hb) =>
    conflicts(memory, shortestPaths(hb), "cf", (read) => isExternal(memory, read)),
  );
  const wpww = storeOrder(memory, shortestPaths(extend(hbs[0], edgesOf(hbs[1]))), cf);
  const rw = [...initialReadEdges(memory), ...overwrites(memory, wpww)];
  const derived = [...hbs.flatMap(edgesOf).filter(({ kind }) => kind === "cf"), ...cf, ...rw];
  // A path from write to write needs no po-loc: where that leads to a read, only program order leads on.
  const cycle =
    shortestPaths(extend(hbs[0], derived)).cycle() ??
    shortestPaths(extend(hbs[1], [...derived, ...storeEdges(memory, wpww)])).cycle();
  return cycle === undefined ? undefined : { kind: "cycle", cycle };
}

/** The union of all hb_o: the recorded edges, and those that some thread has seen. */
function allHappensBefore(memory: MemoryHistory, order: ProgramOrder): Relation {
  return createRelation(memory.size, [
    ...recordedEdges(memory, order),
    ...lastOperations(memory, order).flatMap((o) => edgesOf(happensBefore(memory, order, o, "cf").relation)),
  ]);
}

const edgesOf = ({ edges }: Relation): Edge[] => edges.filter((edge) => edge !== undefined);

/** The partial store order (hb_WW ∪ cf)+, with paths in hb ∪ cf as proofs. */
function storeOrder(memory: MemoryHistory, hb: Paths, cf: readonly Edge[]): Paths {
  const links = [...cf];
  for (let x = 0; x < memory.names.length; x++) {
    const writes = writesTo(memory, x);
    for (const from of writes)
      for (const to of writes)
        if (from !== to && hb.has(from, to))
          links.push(createEdge(from, to, "ww", { rule: "composed", path: hb.path(from, to) }));
  }
  return shortestPaths(createRelation(memory.size, links));
}

/** Each pair of the store order as one edge. */
function storeEdges({ size }: MemoryHistory, order: Paths): Edge[] {
  const edges: Edge[] = [];
  for (let from = 0; from < size; from++)
    for (let to = 0; to < size; to++)
      if (order.has(from, to))
        edges.push(createEdge(from, to, "ww", { rule: "composed", path: written(order.path(from, to)) }));
  return edges;
}
