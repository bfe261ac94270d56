import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import { createEdge, type Edge, inOrder, type ProgramOrder, reads, recordedEdges, writesTo } from "./edge.js";
import { createRelation, extend, type Paths, type Relation, shortestPaths } from "./relation.js";

/** What the thread of an operation has seen the order of things to be. */
export interface HappensBefore {
  /** The relation whose closure is hb_o. */
  readonly relation: Relation;
  readonly paths: Paths;
  /** The reads that it comes of: those of the thread up to the operation. */
  readonly seen: readonly number[];
}

/**
 * hb_o of operation o (CAV'19 section 3.1; hb^π_o of section 4.1 for the weaker program orders), by
 * rounds, so that each edge has a proof of the least depth. It stops at the first round with a
 * contradiction: a cycle, or a read of the initial value after a write.
 */
export function happensBefore(
  memory: MemoryHistory,
  order: ProgramOrder,
  o: number,
  kind: Edge["kind"],
): HappensBefore {
  const recorded = recordedEdges(memory, order);
  const co = shortestPaths(createRelation(memory.size, recorded));
  const isPast = (a: number): boolean => a === o || co.has(a, o);
  // Rule 1: co among what is before o.
  let relation = createRelation(
    memory.size,
    recorded.filter(({ from, to }) => isPast(from) && isPast(to)),
  );
  const seen = reads(memory).filter((r) => r === o || inOrder(memory, order, r, o));
  for (;;) {
    const paths = shortestPaths(relation);
    const fresh: Edge[] = [];
    let contradicts = paths.cycle() !== undefined;
    for (const read of seen)
      for (const from of writesTo(memory, memory.variable[read])) {
        const to = memory.source[read];
        if (from === to || !paths.has(from, read)) continue;
        // Rule 2, repaired: w1 ≠ w2.
        if (to === INITIAL) contradicts = true;
        else if (!paths.has(from, to))
          fresh.push(createEdge(from, to, kind, { rule: "seen", read, path: paths.path(from, read) }));
      }
    if (contradicts || fresh.length === 0) return { relation, paths, seen };
    relation = extend(relation, fresh);
  }
}

/** Operations that together suffice for o, since hb_o grows along the order: those with none after them. */
export function lastOperations(memory: MemoryHistory, order: ProgramOrder): number[] {
  const all = Array.from({ length: memory.size }, (_, o) => o);
  return all.filter((o) => !all.some((later) => inOrder(memory, order, o, later)));
}
