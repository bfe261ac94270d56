import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import { conflicts } from "./derived.js";
import { createEdge, type Path, reads, recordedEdges, writesTo } from "./edge.js";
import { happensBefore, lastOperations } from "./happens-before.js";
import type { Refutation } from "./refutation.js";
import { createRelation, extend, type Paths, shortestPaths } from "./relation.js";

/**
 * Why a small history is not causally consistent (CC): its bad pattern, with the shortest path.
 * A cycle of co = (po ∪ wr)+, or a read that has seen its value overwritten.
 */
export function refuteCc(memory: MemoryHistory): Refutation | undefined {
  const co = shortestPaths(createRelation(memory.size, recordedEdges(memory, "po")));
  const cycle = co.cycle();
  if (cycle !== undefined) return { kind: "cycle", pattern: "CyclicCO", cycle };
  const initial = staleInitialRead(memory, co);
  if (initial !== undefined) return { kind: "cycle", pattern: "WriteCOInitRead", cycle: initial };
  // CAV'19 section 3.1, repaired: rw[co] ; co irreflexive.
  let best = Infinity;
  let stale: (() => Path) | undefined;
  for (const r of reads(memory))
    if (memory.source[r] !== INITIAL)
      for (const w of writesTo(memory, memory.variable[r])) {
        const length = co.length(memory.source[r], w) + co.length(w, r);
        if (length >= best) continue;
        best = length;
        stale = () => [
          ...co.path(w, r),
          createEdge(r, w, "rw", { rule: "unseen", path: co.path(memory.source[r], w) }),
        ];
      }
  return stale === undefined ? undefined : { kind: "cycle", pattern: "WriteCORead", cycle: stale() };
}

/** Why a small history is not causally convergent (CCv): a pattern of CC, or po ∪ wr ∪ cf[co] has a cycle. */
export function refuteCcv(memory: MemoryHistory): Refutation | undefined {
  const weaker = refuteCc(memory);
  if (weaker !== undefined) return weaker;
  const recorded = createRelation(memory.size, recordedEdges(memory, "po"));
  const cycle = shortestPaths(extend(recorded, conflicts(memory, shortestPaths(recorded), "cf"))).cycle();
  return cycle === undefined ? undefined : { kind: "cycle", pattern: "CyclicCF", cycle };
}

/** Why a small history is not a causal memory (CM): a pattern of CC, or some hb_o has a cycle. */
export function refuteCm(memory: MemoryHistory): Refutation | undefined {
  const weaker = refuteCc(memory);
  if (weaker !== undefined) return weaker;
  for (const eyes of lastOperations(memory, "po")) {
    const { paths, seen } = happensBefore(memory, "po", eyes, "hb");
    const initial = staleInitialRead(memory, paths, seen);
    if (initial !== undefined) return { kind: "cycle", pattern: "WriteHBInitRead", cycle: initial, eyes };
    const cycle = paths.cycle();
    if (cycle !== undefined) return { kind: "cycle", pattern: "CyclicHB", cycle, eyes };
  }
  return undefined;
}

/** A read of the initial value with a write of the variable before it: the shortest such path, and back. */
function staleInitialRead(
  memory: MemoryHistory,
  before: Paths,
  among: readonly number[] = reads(memory),
): Path | undefined {
  let best: readonly [write: number, read: number] | undefined;
  for (const r of among)
    if (memory.source[r] === INITIAL)
      for (const w of writesTo(memory, memory.variable[r]))
        if (before.length(w, r) < (best === undefined ? Infinity : before.length(...best))) best = [w, r];
  if (best === undefined) return undefined;
  const [w, r] = best;
  return [...before.path(w, r), createEdge(r, w, "rw", { rule: "unseen", path: [] })];
}
