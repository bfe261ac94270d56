import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import { createEdge, type Edge, type Path, reads, writesTo } from "./edge.js";
import type { Paths } from "./relation.js";

/**
 * The conflict relation (CAV'19 Definition 3, repaired: w1 ≠ w2): w1 is before w2 if it is before a read
 * from w2. Pairs that are in the order already are left out.
 */
export function conflicts(
  memory: MemoryHistory,
  before: Paths,
  kind: Edge["kind"],
  counts: (read: number) => boolean = () => true,
): Edge[] {
  const edges: Edge[] = [];
  for (const read of reads(memory)) {
    const to = memory.source[read];
    if (to === INITIAL || !counts(read)) continue;
    for (const from of writesTo(memory, memory.variable[read]))
      if (from !== to && from !== read && before.has(from, read) && !before.has(from, to))
        edges.push(createEdge(from, to, kind, { rule: "seen", read, path: before.path(from, read) }));
  }
  return edges;
}

/** A path of the store order with each link that is itself a path written out. */
export const written = (path: Path): Path =>
  path.flatMap((edge) => (edge.proof.rule === "composed" ? edge.proof.path : [edge]));

/** rw[R] = wr⁻¹ ; R_WW (CAV'19 Definition 2): a read is before the writes that overwrite its source. */
export function overwrites(memory: MemoryHistory, order: Paths): Edge[] {
  const edges: Edge[] = [];
  for (const r of reads(memory)) {
    const from = memory.source[r];
    if (from === INITIAL) continue;
    for (const w of writesTo(memory, memory.variable[r]))
      if (w !== r && order.has(from, w))
        edges.push(createEdge(r, w, "rw", { rule: "unseen", path: written(order.path(from, w)) }));
  }
  return edges;
}
