import type { Contradiction } from "../relations/close-relation.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";

/**
 * What hb^po-loc adds to program order and reads-from, without a fixpoint.
 *
 * Call the *current write* of an operation the write itself or, of a read, its source. Take the
 * operations of one thread on one variable, with current writes c1, c2, …. Where two that follow each
 * other differ, the earlier is before the later: by program order or reads-from if the second operation
 * is a write, by rule 2 of hb_o if it is a read. These edges are all there is: every path to a read ends
 * with its source or with the operation before it in that row, so that a write before the read is before
 * or equal to some current write in the row, and thus before the read's source already. The same
 * argument gives cf[hb^po-loc] ⊆ hb^po-loc.
 *
 * Answers those edges, or the contradiction that a thread read the initial value of a variable after it
 * had seen a write to it, or its own later write.
 */
export function coherenceEdges(memory: MemoryHistory): EdgeList | Contradiction {
  const { threads, first, thread, isWrite, variable, variables, source } = memory;
  const edges = createEdgeList();
  const current = new Int32Array(variables); // variable → the current write in this thread
  for (let t = 0; t < threads; t++) {
    current.fill(INITIAL);
    for (let o = first[t]; o < first[t + 1]; o++) {
      const earlier = current[variable[o]];
      if (isWrite[o] === 0 && source[o] !== earlier) {
        if (source[o] === INITIAL) return { clue: [earlier, o] };
        // CAV'19's wr_e drops such a read, and so would accept it; repaired: rejected.
        if (source[o] > o && thread[source[o]] === t) return { clue: [o, source[o]] };
        if (earlier !== INITIAL) edges.add(earlier, source[o]);
      }
      current[variable[o]] = isWrite[o] === 1 ? o : source[o];
    }
  }
  return edges;
}
