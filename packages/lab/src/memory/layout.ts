/**
 * Integers from one shared variable to the next: 128 bytes, for a line of its own where lines are that long,
 * and where the processor fetches them in pairs.
 */
export const STRIDE = 32;

/** How a batch of bursts lies in shared memory. A burst is one run of one program on cells of its own. */
export interface BatchLayout {
  readonly threads: number;
  /** Bursts in a batch, at most. */
  readonly bursts: number;
  /** Steps of the longest thread. */
  readonly steps: number;
  readonly variables: number;
}

/** The shared memory of a batch. */
export interface BatchMemory {
  /** The variables: burst after burst, each `STRIDE` integers from the last. */
  readonly cells: Int32Array;
  /** Step → the place of its variable among the burst's cells, or for a write its complement (`~place`). */
  readonly places: Int32Array;
  /** Step → the value that a write writes and, after the run, the value that a read returned. */
  readonly values: Int32Array;
  /** Thread → how many bursts it has begun; each `STRIDE` integers from the last. */
  readonly progress: Int32Array;
}

/** A batch is kept about this small, so that it stays near the processor. */
const BATCH_BYTES = 1 << 21;

/** More bursts in a batch gain nothing: handing a batch over costs as much as about a hundred. */
const MOST_BURSTS = 1000;

/** As many bursts of this size as make a batch: at least one. */
export function layoutFor(size: Omit<BatchLayout, "bursts">): BatchLayout {
  const bytes = 4 * (STRIDE * size.variables + 2 * size.threads * size.steps);
  const bursts = Math.max(1, Math.min(MOST_BURSTS, Math.floor(BATCH_BYTES / Math.max(1, bytes))));
  return { ...size, bursts };
}

/** Integers of `places` and `values` per thread: rounded up, so that no two threads share a line. */
export function stepsPerThread({ bursts, steps }: BatchLayout): number {
  return Math.ceil((bursts * steps) / STRIDE) * STRIDE;
}

/** Where the steps of a thread in a burst begin in `places` and `values`. */
export function firstStep(layout: BatchLayout, thread: number, burst: number): number {
  return thread * stepsPerThread(layout) + burst * layout.steps;
}

/** Fresh shared memory for batches of this layout. */
export function allocateBatch(layout: BatchLayout): BatchMemory {
  const integers = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
  const all = layout.threads * stepsPerThread(layout);
  return {
    cells: integers(layout.bursts * layout.variables * STRIDE),
    places: integers(all),
    values: integers(all),
    progress: integers(layout.threads * STRIDE),
  };
}
