import type { MemoryHistory } from "../memory-history.js";

/** A walk through the pasts of one operation after another, each operation once. */
export interface PastWalk {
  /** Thread → the first operation of it that has not been visited; all earlier ones have been. */
  readonly reached: Int32Array;
  /** Forgets all visits. */
  restart(): void;
  /** Makes the operation the next goal: what is before it is visited, then the operation itself. */
  aim(operation: number): void;
  /** The next operation on the way to the goal, or −1 when it has been reached. */
  next(): number;
}

/**
 * A walk that follows the clocks of a relation without cycles: an operation is visited after all
 * that the clocks put before it. A past is one bound per thread, so that the whole walk takes
 * threads steps per operation, however many goals there are.
 */
export function createPastWalk({ size, threads, first, thread }: MemoryHistory, clock: Int32Array): PastWalk {
  const reached = first.slice(0, threads);
  const stack = new Int32Array(size); // each waits for the one above it
  let depth = 0;
  return {
    reached,
    restart() {
      reached.set(first.subarray(0, threads));
      depth = 0;
    },
    aim(operation) {
      if (operation >= reached[thread[operation]]) stack[depth++] = operation;
    },
    next() {
      while (depth > 0) {
        const top = stack[depth - 1];
        const row = top * threads;
        let t = 0;
        while (t < threads && reached[t] >= clock[row + t]) t++;
        if (t < threads) {
          stack[depth++] = reached[t];
          continue;
        }
        depth--;
        reached[thread[top]] = top + 1;
        return top;
      }
      return -1;
    },
  };
}
