/** Integers from one thread's counters to the next: 128 bytes, so that no two share a cache line. */
export const STRIDE = 32;

/** Integers of a flag or lock: whether it is set or held, and how often it was taken. */
export const SYNC_INTEGERS = 2;

/** The shared memory in which threads run executions of one program. Execution `k` of a batch uses slot `k`. */
export interface ThreadMemory {
  /** The memory of one object for each execution. */
  readonly slots: readonly SharedArrayBuffer[];
  /** Execution by execution, the flags and locks of the program. */
  readonly sync: Int32Array;
  /** Step by step, the codes of the results of all executions. */
  readonly codes: Int32Array;
  /** Call by call, what the clock said when it began and when it returned in all executions; or nothing. */
  readonly clocks: Float64Array;
  /** Thread → 4k+1 when it has come to execution k of the batch, 4k+2 while it is in it, 4k+3 after it. */
  readonly progress: Int32Array;
  /** Thread by thread and execution by execution: 1 where a later thread was in it at the same time. */
  readonly overlaps: Uint8Array;
  /** Thread → the step that it is in, from 1; 0 between executions. */
  readonly where: Int32Array;
}

/** All slots of a batch take about this much memory, at most: near enough to the processor. */
const BATCH_BYTES = 1 << 22;

/** More executions in a batch gain little: handing a batch over costs as much as about a hundred. */
const MOST_SLOTS = 2000;

/** Fresh slots for objects of this many bytes: as many as make a batch. */
export function allocateSlots(bytes: number): readonly SharedArrayBuffer[] {
  const count = Math.max(1, Math.min(MOST_SLOTS, Math.floor(BATCH_BYTES / Math.max(1, bytes))));
  return Array.from({ length: count }, () => new SharedArrayBuffer(bytes));
}

/** The rest of the memory, for a program of so many threads, steps, flags and locks, and calls with clocks. */
export function allocateThreads(
  slots: readonly SharedArrayBuffer[],
  sizes: {
    readonly threads: number;
    readonly steps: number;
    readonly syncs: number;
    readonly clockedCalls: number;
  },
): ThreadMemory {
  const { threads, steps, syncs, clockedCalls } = sizes;
  const integers = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
  return {
    slots,
    sync: integers(slots.length * syncs * SYNC_INTEGERS),
    codes: integers(slots.length * steps),
    clocks: new Float64Array(new SharedArrayBuffer(8 * 2 * clockedCalls * slots.length)),
    progress: integers(threads * STRIDE),
    overlaps: new Uint8Array(new SharedArrayBuffer(threads * slots.length)),
    where: integers(threads * STRIDE),
  };
}
