import { INITIAL, type MemoryHistory } from "../memory-history.js";

/** A history as ppo = po \ (W × R) sees it. */
export interface PpoView {
  /**
   * Two chains per thread: 2t has the reads of thread t, 2t + 1 its writes. A write has the last read
   * before it as a given edge. Reads from the own thread are internal. So po ∪ wr ∪ given is
   * ppo ∪ wr_e here.
   */
  readonly view: MemoryHistory;
  /** Operation → its number in the view. */
  readonly toView: Int32Array;
  /** Operation of the view → its number in the history. */
  readonly fromView: Int32Array;
}

/** The view of a history (without given edges) that leaves the order of a write and a later read open. */
export function viewByPpo(memory: MemoryHistory): PpoView {
  const { size, threads, first, thread, isWrite, source } = memory;
  const fromView = new Int32Array(size);
  const toView = new Int32Array(size);
  const firstOfChain = new Int32Array(2 * threads + 1);
  let placed = 0;
  for (let t = 0; t < threads; t++)
    for (const kind of [0, 1]) {
      firstOfChain[2 * t + kind] = placed;
      for (let o = first[t]; o < first[t + 1]; o++) {
        if (isWrite[o] !== kind) continue;
        fromView[placed] = o;
        toView[o] = placed++;
      }
    }
  firstOfChain[2 * threads] = size;
  const isInternal = (o: number): boolean => source[o] !== INITIAL && thread[source[o]] === thread[o];
  const view: MemoryHistory = {
    ...memory,
    threads: 2 * threads,
    first: firstOfChain,
    thread: fromView.map((o) => 2 * thread[o] + isWrite[o]),
    isWrite: Uint8Array.from(fromView, (o) => isWrite[o]),
    variable: fromView.map((o) => memory.variable[o]),
    source: fromView.map((o) => (source[o] === INITIAL ? INITIAL : toView[source[o]])),
    internal: Uint8Array.from(fromView, (o) => (isInternal(o) ? 1 : 0)),
    given: readsBeforeWrites(memory).map((o) => toView[o]),
    ids: fromView.map((o) => memory.ids[o]),
  };
  return { view, toView, fromView };
}

/** Each read that has a write right after it, apart from other reads, with that write: flattened pairs. */
function readsBeforeWrites({ threads, first, isWrite }: MemoryHistory): Int32Array {
  const pairs: number[] = [];
  for (let t = 0; t < threads; t++)
    for (let o = first[t]; o + 1 < first[t + 1]; o++)
      if (isWrite[o] === 0 && isWrite[o + 1] === 1) pairs.push(o, o + 1);
  return Int32Array.from(pairs);
}
