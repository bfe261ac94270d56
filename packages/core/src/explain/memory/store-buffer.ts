import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import { createEdge, type Edge, inOrder, initialReadEdges, type Path, reads, recordedEdges } from "./edge.js";

/** A read of a write that its own thread does only later, as a cycle of po and wr: no model allows it. */
export function readOfOwnFuture(memory: MemoryHistory): Path | undefined {
  const r = reads(memory).find((one) => inOrder(memory, "po", one, memory.source[one]));
  if (r === undefined) return undefined;
  const w = memory.source[r];
  return [createEdge(r, w, "po", { rule: "recorded" }), createEdge(w, r, "wr", { rule: "recorded" })];
}

/** A read of the initial value after a write of the same thread to that variable. */
export function initialAfterOwnWrite(memory: MemoryHistory): Path | undefined {
  const { isWrite, source } = memory;
  for (const r of reads(memory))
    for (let w = 0; w < r; w++)
      if (source[r] === INITIAL && isWrite[w] === 1 && inOrder(memory, "po-loc", w, r))
        return [
          createEdge(w, r, "po", { rule: "recorded" }),
          createEdge(r, w, "rw", { rule: "unseen", path: [] }),
        ];
  return undefined;
}

/**
 * The edges that TSO starts from: ppo ∪ wr_e, what reads of initial values force, and what po-loc says
 * of the store order. Of two accesses of a thread to one variable, the write that is current at the
 * first (written or read there) is not after that of the second: CoWR, CoRW, CoRR.
 */
export function storeBufferEdges(memory: MemoryHistory): Edge[] {
  const { size, isWrite, source } = memory;
  const edges = [...recordedEdges(memory, "ppo"), ...initialReadEdges(memory)];
  const current = (o: number): number => (isWrite[o] === 1 ? o : source[o]);
  for (let first = 0; first < size; first++)
    for (let second = first + 1; second < size; second++) {
      if (!inOrder(memory, "po-loc", first, second)) continue;
      const [from, to] = [current(first), current(second)];
      if (from !== INITIAL && to !== INITIAL && from !== to)
        edges.push(createEdge(from, to, "ww", { rule: "coherence", first, second }));
    }
  return edges;
}
