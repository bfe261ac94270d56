import type { CriterionSpec } from "./criteria/criterion.js";
import type { History } from "./history/history.js";
import type { HistoryRecord } from "./history/record.js";
import type { Value } from "./history/value.js";
import type { Verdict } from "./verdict.js";
import type { NoProof, Proof } from "./witness/proof/proof.js";

/** An order that explains the history, for anyone to check (`verify`). */
export interface Witness {
  /** The ids of all operations that took effect, in order. */
  readonly linearization: readonly number[];
  /** For each operation that does not see all before it: the ids that it sees. */
  readonly visibility?: Readonly<Record<string, readonly number[]>>;
  /**
   * Instead of `visibility`, where that would be millions of ids: for each operation that does not see all before it,
   * the ids before it that it does not see.
   */
  readonly unseen?: Readonly<Record<string, readonly number[]>>;
  /**
   * Instead of both, where the history tells what every operation saw: each sees that and, of queries, what the
   * criterion asks for.
   */
  readonly sights?: "recorded";
  /**
   * `sequence`, where not all see all before them: for each object, in the order in which the history first names
   * them, all elements in the one order that they have.
   */
  readonly lists?: readonly (readonly Value[])[];
  /** `convergence`: the ids of all final reads; those that ask the same stand together, and have the same result. */
  readonly final?: readonly (readonly number[])[];
  /**
   * Shared memory: for each read whose value several writes may have given, the id of the write that
   * it took, or −1 for the initial value. Where only one fits, nothing need be said.
   */
  readonly sources?: Readonly<Record<string, number>>;
  /**
   * `cm`: for each session by name (see `sessionNames`), the operations that it knows of in the order in which it sees them.
   * Each of its reads returns the last write before it there; other sessions may see other orders.
   */
  readonly threads?: Readonly<Record<string, readonly number[]>>;
  /**
   * `wccm`: an order that agrees with program order on each variable by itself. (`linearization`
   * agrees with program order across variables, except from writes to reads.)
   */
  readonly poLoc?: readonly number[];
  /** `tso`: for each variable by name (see `variableNames`), the ids of its writes in the order in which they reach memory. */
  readonly storeOrder?: Readonly<Record<string, readonly number[]>>;
  /**
   * `tso`: a run of the machine with store buffers. A read's id stands where it executes; a write's id
   * stands twice, where it enters its thread's buffer and where it leaves it for memory.
   */
  readonly execution?: readonly number[];
}

/** Why no order explains the history. */
export interface Violation {
  /**
   * `cycle`: orders that contradict each other. `core`: a few operations that cannot be ordered,
   * whatever the others did. `exhausted`: the search tried everything; no small reason was found.
   */
  readonly kind: "cycle" | "core" | "exhausted";
  /** The operations that the reason is about. */
  readonly operations: readonly number[];
  /** The reason in words. */
  readonly reason: string;
  /** What is wrong, in one sentence: all that is said besides `steps`. Absent where no reason was looked for. */
  readonly headline?: string;
  /**
   * The same for violations of one criterion that are alike: the same operations in the same orders, up to
   * the names of sessions, objects, keys and values. Absent where no operation could be blamed.
   */
  readonly cause?: string;
  /**
   * A proof that the criterion is violated, which `verifyProof` has checked, or `{"kind": "exhausted"}` where none
   * was found within the number of steps that one may take. Absent where none was looked for.
   */
  readonly proof?: Proof | NoProof;
  /** The proof in words: numbered steps (`1. …`), each followed by its reasons (`- …`, and set in, theirs). */
  readonly steps?: readonly string[];
  /** What each numbered step of `steps` rests on, as data: a drawing needs not read the words. */
  readonly outline?: readonly StepOutline[];
  /** The part that fails, where the history falls into parts. */
  readonly part?: { readonly object?: string | number; readonly key?: unknown };
  /** The operation at which no linearization can go on. */
  readonly stuck?: number;
  /** The operation that the reason is about, where it is another than the one at which no order can go on. */
  readonly about?: number;
  /** A longest prefix of the history (operations that took effect, in order) that does have a linearization. */
  readonly prefix?: readonly number[];
  /**
   * A history that violates the criterion by itself, and whatever satisfied the whole would satisfy it: the few
   * operations with their results, and those that may matter besides, as `optional` or without their results.
   */
  readonly core?: HistoryRecord;
  /** The core in the notation. */
  readonly notation?: string;
  /** What operations could have returned instead: each result, put in its place in the whole history, makes the criterion hold. */
  readonly alternatives?: readonly { readonly operation: number; readonly results: readonly Value[] }[];
  /** The weaker criterion that is violated already, where no more than that was needed. */
  readonly impliedBy?: string;
  /** Shared memory: the bad pattern by its name in the literature, such as `CyclicCF` (Bouajjani et al., POPL 2017). */
  readonly pattern?: string;
  /** Orders that lead in a circle. Each begins where the one before it ends; the last ends where the first begins. */
  readonly cycle?: readonly CycleEdge[];
}

/** A step of a proof as data. */
export interface StepOutline {
  /** The cases that it is in, from the outermost. */
  readonly within: readonly StepCase[];
  /** The orders and sights that it rests on, and what it adds to them. */
  readonly edges: readonly StepEdge[];
}

/** A case that a step of a proof supposes. */
export interface StepCase {
  /** `3.1`: the first case of step 3. */
  readonly name: string;
  /** What is supposed, in words. */
  readonly text: string;
}

/** What a step says about two operations. */
export interface StepEdge {
  readonly from: number;
  readonly to: number;
  /**
   * The kinds of a cycle's steps; `vis`: `to` sees `from`; `blind`: it does not; `lin`: `from` comes before `to`, as
   * another step found.
   */
  readonly kind: CycleEdge["kind"] | "vis" | "blind" | "lin";
}

/** One step of a cycle: operation `from` has to come before operation `to`. */
export interface CycleEdge {
  readonly from: number;
  readonly to: number;
  /**
   * `so`, `po`: session (program) order. `rt`: real time. `given`: declared happens-before. `wr`: `to` reads from `from`. `ww`: the store
   * order. `rw`: `from` reads a value that `to` overwrites. `cf`: a conflict, the order of two writes
   * that reads have shown. `hb`: happens-before; of shared memory, such an order as one thread has seen it.
   */
  readonly kind: "so" | "rt" | "po" | "given" | "wr" | "ww" | "rw" | "cf" | "hb";
  /** Why it has to, in words. */
  readonly because: string;
}

export interface Stats {
  /** The algorithms that decided, such as `frontier` or `register-monitor`. */
  readonly algorithm: string;
  /** Configurations visited. */
  readonly states: number;
  readonly milliseconds: number;
  /** The number of parts that the history was split into, where more than one. */
  readonly parts?: number;
  /** Where one search was shared: the pieces that it was cut into, and how many threads, here or elsewhere, searched them. */
  readonly cubes?: number;
  readonly threads?: number;
  /** Models of shared memory, where asked for: pairs of writes to one variable, and those left unordered. */
  readonly writePairs?: { readonly pairs: number; readonly unordered: number };
}

/** The warning about a history that says nothing: every criterion holds of it, and nothing was checked. */
export const NO_OPERATIONS = "0 operations";

/** Reasons to trust an answer less. */
export interface Cautions {
  /** Such as `0 operations`; absent where there is nothing to say. */
  readonly warnings?: readonly string[];
}

/** What to know before one trusts an answer about such a history. */
export function cautionsOf(
  { size, sights }: Pick<History, "size" | "sights">,
  criterion: Pick<CriterionSpec, "kind" | "name">,
): Cautions {
  const warnings: string[] = [];
  if (size === 0) warnings.push(NO_OPERATIONS);
  if (sights !== undefined && criterion.kind !== "levels" && criterion.kind !== "axioms")
    warnings.push(
      `${criterion.name} does not look at what operations were recorded as seeing: ask for a level or axioms`,
    );
  return warnings.length === 0 ? {} : { warnings };
}

/** The answer to "does this history satisfy this criterion?". */
export type Result = Cautions &
  Verdict<
    { readonly witness: Witness },
    { readonly violation: Violation },
    {
      /** What was established all the same, in words. */
      readonly established: string;
    }
  > & { readonly criterion: string; readonly stats: Stats };
