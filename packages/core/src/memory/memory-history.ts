/** The source of a read that takes the initial value of its variable. */
export const INITIAL = -1;

/**
 * A history of reads and writes of shared variables, ⟨O, po, wr⟩ (CAV'19 Definition 1): who read from
 * whom is settled. Operations are numbered thread by thread in program order, so that a thread is a
 * range of numbers, program order is `<` within it, and a set that is closed under program order is
 * one bound per thread.
 *
 * The writes of the initial values are not among the operations: they stand before all of them.
 */
export interface MemoryHistory {
  /** The number of operations. */
  readonly size: number;
  /** The number of threads. (A view may have several chains per thread: see `tso-view.ts`.) */
  readonly threads: number;
  /** Thread → its first operation; one more entry, `size`, at the end. */
  readonly first: Int32Array;
  /** Operation → its thread. */
  readonly thread: Int32Array;
  /** Operation → 1 for a write, 0 for a read. */
  readonly isWrite: Uint8Array;
  /**
   * Write → 1 where it is a read of its variable too, in one step with no other write between: a
   * read-modify-write whose old value was observed. Absent where there is none.
   */
  readonly rmw?: Uint8Array;
  /**
   * Operation → 1 where all writes before it in its thread reach memory before it, and all that follows
   * comes after it: fences and read-modify-writes. Only store buffers know the difference. Absent where
   * there is none.
   */
  readonly drains?: Uint8Array;
  /** Operation → its variable, 0 … `variables` − 1. */
  readonly variable: Int32Array;
  readonly variables: number;
  /** Read → the write that it takes its value from, or `INITIAL`. For writes that read nothing: `INITIAL`. */
  readonly source: Int32Array;
  /**
   * Read → 1 where its write does not count as before it, as with a read from the own store buffer.
   * Absent where every read comes after its write.
   */
  readonly internal?: Uint8Array;
  /** Further edges that hold from the start, flattened: from, to, from, to, … (declared happens-before). */
  readonly given: Int32Array;
  /** Operation → its id in the recorded history. */
  readonly ids: Int32Array;
  /**
   * Variable → what reports call it. Variables from `names.length` on, one per thread, have no name:
   * their writes stand for operations that access nothing (fences, reads whose result was not observed,
   * pending writes that did not take effect), kept so that order passes through them.
   */
  readonly names: readonly string[];
}

/** Whether an operation takes a value from memory: a read, or a read-modify-write. */
export function takesValue({ isWrite, rmw }: Pick<MemoryHistory, "isWrite" | "rmw">, o: number): boolean {
  return isWrite[o] === 0 || (rmw !== undefined && rmw[o] === 1);
}
