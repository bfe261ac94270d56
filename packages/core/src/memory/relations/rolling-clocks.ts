import { indexGiven } from "./given-index.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { Writable } from "../../writable.js";

/**
 * Causal order, the closure of po ∪ wr ∪ the given edges, as clocks (see `clocks.ts`) of the operations
 * that are looked at now: they come in one by one, in an order that extends it.
 */
export interface RollingClocks {
  /** Rows of clocks. Another array after the rows became too many: to be asked for again after `enter`. */
  readonly clock: Int32Array;
  /**
   * Takes in the next operation. Answers where its row begins in `clock`: at row + thread stands the first
   * operation of that thread that is *not* before it. The row stands until the next operation comes.
   */
  enter(operation: number): number;
}

/**
 * A thread has one row, which goes on with it. It is copied only where the thread learns something while
 * another has still to learn what it knew before: so there are about as many rows as threads, where a clock
 * for each operation would be mostly repetition.
 */
export function createRollingClocks(memory: MemoryHistory, meter: Meter): RollingClocks {
  const { size, threads, first, thread, source, internal } = memory;
  meter.reserve(4 * (3 * size + threads * (threads + 2)));
  const { earlierFrom, earlier, laterFrom } = indexGiven(memory);
  const isTaken = (o: number): boolean =>
    takesValue(memory, o) && source[o] !== INITIAL && thread[source[o]] !== thread[o] && internal?.[o] !== 1;
  const followers = new Int32Array(size); // operation → those that take its clock
  for (let o = 0; o < size; o++) {
    followers[o] += laterFrom[o + 1] - laterFrom[o];
    if (isTaken(o)) followers[source[o]]++;
  }
  let clock = new Int32Array(threads * threads);
  let waiting = new Int32Array(threads); // row → operations that have still to take it
  const unused: number[] = [];
  const rowOf = new Int32Array(size); // operation → the row of its thread when it came in
  const current = new Int32Array(threads); // thread → its row
  for (let t = 0; t < threads; t++) {
    current[t] = t;
    clock.set(first.subarray(0, threads), t * threads);
  }

  const addRows = (): void => {
    meter.reserve(4 * (clock.length + waiting.length));
    const count = waiting.length;
    const more = new Int32Array(2 * clock.length);
    more.set(clock);
    clock = rolling.clock = more;
    const moreWaiting = new Int32Array(2 * count);
    moreWaiting.set(waiting);
    waiting = moreWaiting;
    for (let row = 2 * count - 1; row >= count; row--) unused.push(row);
  };

  const copyRow = (row: number): number => {
    if (unused.length === 0) addRows();
    const copy = unused.pop() ?? 0;
    clock.copyWithin(copy * threads, row * threads, (row + 1) * threads);
    return copy;
  };

  /** The thread learns of operation a and all before it. Knowing a it knows the rest already. */
  const take = (a: number, own: number): void => {
    const other = thread[a];
    const row = rowOf[a];
    if (clock[current[own] * threads + other] <= a) {
      if (waiting[current[own]] > 0) current[own] = copyRow(current[own]);
      const from = row * threads;
      const to = current[own] * threads;
      for (let t = 0; t < threads; t++) if (clock[from + t] > clock[to + t]) clock[to + t] = clock[from + t];
      clock[to + other] = a + 1; // its row went on with its thread since
    }
    if (--waiting[row] === 0 && current[other] !== row) unused.push(row);
  };

  const rolling: Writable<RollingClocks> = {
    clock,
    enter(o) {
      const own = thread[o];
      if (isTaken(o)) take(source[o], own);
      for (let i = earlierFrom[o]; i < earlierFrom[o + 1]; i++) take(earlier[i], own);
      rowOf[o] = current[own];
      waiting[current[own]] += followers[o];
      clock[current[own] * threads + own] = o;
      return current[own] * threads;
    },
  };
  return rolling;
}
