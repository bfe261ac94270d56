import { INITIAL, type MemoryHistory, takesValue } from "../../memory/memory-history.js";
import type { CycleEdge } from "../../result.js";

/** Operation `from` has to come before operation `to`, with the proof of it. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: CycleEdge["kind"];
  readonly proof: Proof;
  /** How much there is to tell: 1 if it was recorded, else 2, and the steps of its proof count twice. */
  readonly weight: number;
}

/** Edges in which each begins where the one before it ends. */
export type Path = readonly Edge[];

/** Why an edge holds. */
export type Proof =
  /** It was recorded: program order, declared happens-before, or who read from whom. */
  | { readonly rule: "recorded" }
  /** The path leads from `from` to `read`, which takes its value from `to`: so `to` overwrote `from`. */
  | { readonly rule: "seen"; readonly read: number; readonly path: Path }
  /** `from` is a read; the path leads from its source to `to`. Empty where it reads the initial value. */
  | { readonly rule: "unseen"; readonly path: Path }
  /** One thread accesses the variable at `first`, where `from` is current, and later at `second`, where `to` is. */
  | { readonly rule: "coherence"; readonly first: number; readonly second: number }
  /** A path is the proof. */
  | { readonly rule: "composed"; readonly path: Path }
  /** It is one of the two cases of a split. */
  | { readonly rule: "assumed" };

/** The most that an edge weighs, so that sums stay exact. */
const HEAVY = 1000;

/** An edge with its weight. */
export function createEdge(from: number, to: number, kind: Edge["kind"], proof: Proof): Edge {
  const steps = "path" in proof ? proof.path.reduce((sum, edge) => sum + edge.weight, 0) : 0;
  const weight = proof.rule === "recorded" ? 1 : Math.min(HEAVY, 2 + 2 * steps);
  return { from, to, kind, proof, weight };
}

/**
 * Which part of program order counts: all, all but from a write in the store buffer to a read (TSO), or
 * the same variable only.
 */
export type ProgramOrder = "po" | "ppo" | "po-loc";

/** Whether a is before b in that part of program order. */
export function inOrder(
  { thread, isWrite, drains, variable }: MemoryHistory,
  order: ProgramOrder,
  a: number,
  b: number,
): boolean {
  if (thread[a] !== thread[b] || a >= b) return false;
  if (order === "po") return true;
  if (order === "po-loc") return variable[a] === variable[b];
  return isWrite[a] === 0 || isWrite[b] === 1 || drains?.[a] === 1;
}

/** Whether read `r` takes its value from a write of another thread. */
export function isExternal({ thread, source }: MemoryHistory, r: number): boolean {
  return source[r] !== INITIAL && thread[source[r]] !== thread[r];
}

/**
 * The edges that were recorded: all pairs of program order (so that shortest paths are short), the
 * given edges, and the write-read relation; of the latter only wr_e where the order is not all of po.
 */
export function recordedEdges(memory: MemoryHistory, order: ProgramOrder): Edge[] {
  const { size, source, given } = memory;
  const edges: Edge[] = [];
  const record = (from: number, to: number, kind: Edge["kind"]): void => {
    edges.push(createEdge(from, to, kind, { rule: "recorded" }));
  };
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) if (inOrder(memory, order, a, b)) record(a, b, "po");
  for (let r = 0; r < size; r++)
    if (takesValue(memory, r) && source[r] !== INITIAL && (order === "po" || isExternal(memory, r)))
      record(source[r], r, "wr");
  if (order === "po") for (let i = 0; i < given.length; i += 2) record(given[i], given[i + 1], "given");
  return edges;
}

/** The rw edges of reads of the initial value: from each to every write of the variable. */
export function initialReadEdges(memory: MemoryHistory): Edge[] {
  const edges: Edge[] = [];
  for (const r of reads(memory))
    if (memory.source[r] === INITIAL)
      for (const w of writesTo(memory, memory.variable[r]))
        if (w !== r) edges.push(createEdge(r, w, "rw", { rule: "unseen", path: [] }));
  return edges;
}

/** All reads, read-modify-writes among them. */
export function reads(memory: MemoryHistory): number[] {
  return Array.from({ length: memory.size }, (_, o) => o).filter((o) => takesValue(memory, o));
}

/** All writes of a variable. */
export function writesTo({ size, isWrite, variable }: MemoryHistory, x: number): number[] {
  return Array.from({ length: size }, (_, o) => o).filter((o) => isWrite[o] === 1 && variable[o] === x);
}
