import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";

/** Where the accesses of a history are: looked up in every inner loop, built once. */
export interface AccessIndex {
  /** The writes of variable x in thread t are `writes[writesFrom[t * variables + x]]` and on, ascending. */
  readonly writesFrom: Int32Array;
  readonly writes: Int32Array;
  /** The reads from write w are `readers[readersFrom[w]]` up to (not including) `readersFrom[w + 1]`, ascending. */
  readonly readersFrom: Int32Array;
  readonly readers: Int32Array;
}

/** Finds all writes of a thread to a variable, and all reads from a write. */
export function indexAccesses(memory: MemoryHistory): AccessIndex {
  const { size, threads, variables, thread, variable, isWrite, source } = memory;
  const writesFrom = new Int32Array(threads * variables + 1);
  const readersFrom = new Int32Array(size + 1);
  for (let o = 0; o < size; o++) {
    if (isWrite[o] === 1) writesFrom[thread[o] * variables + variable[o] + 1]++;
    if (source[o] !== INITIAL && takesValue(memory, o)) readersFrom[source[o] + 1]++;
  }
  for (let i = 0; i < threads * variables; i++) writesFrom[i + 1] += writesFrom[i];
  for (let o = 0; o < size; o++) readersFrom[o + 1] += readersFrom[o];
  const writes = new Int32Array(writesFrom[threads * variables]);
  const readers = new Int32Array(readersFrom[size]);
  const nextWrite = writesFrom.slice(0, -1);
  const nextReader = readersFrom.slice(0, -1);
  for (let o = 0; o < size; o++) {
    if (isWrite[o] === 1) writes[nextWrite[thread[o] * variables + variable[o]]++] = o;
    if (source[o] !== INITIAL && takesValue(memory, o)) readers[nextReader[source[o]]++] = o;
  }
  return { writesFrom, writes, readersFrom, readers };
}

/** The last write in a slot of `writesFrom` (thread × variables + variable) before operation `bound`, or −1. */
export function lastWriteBefore({ writesFrom, writes }: AccessIndex, slot: number, bound: number): number {
  const from = writesFrom[slot];
  let low = from;
  let high = writesFrom[slot + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (writes[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low > from ? writes[low - 1] : -1;
}
