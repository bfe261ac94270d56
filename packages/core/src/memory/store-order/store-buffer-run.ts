import type { MemoryHistory } from "../memory-history.js";

/**
 * Turns a TSO order (reads where they execute, writes where they commit) into an execution of the
 * machine that TSO describes: each thread has a FIFO buffer of writes; a write is *issued* into the
 * buffer in program order and *committed* to memory later; a read takes the newest write to its
 * variable in the own buffer, or else what memory holds.
 *
 * In the result a write stands twice, first where it is issued and then where it commits, and a read
 * once; so does what drains the buffer, which is empty then: a fence, or a read-modify-write of memory. Writes are issued as late as can be: just before what follows them in program order executes.
 * @param order a linear extension of ppo ∪ wr_e ∪ ww ∪ rw, as `decideTso` returns it
 */
export function storeBufferRun(
  { size, threads, first, thread, isWrite, drains }: MemoryHistory,
  order: Int32Array,
): Int32Array {
  const isBuffered = (o: number): boolean => isWrite[o] === 1 && drains?.[o] !== 1;
  const run = new Int32Array(size + isWrite.reduce((sum, _, o) => sum + (isBuffered(o) ? 1 : 0), 0));
  const next = first.slice(0, threads); // thread → its first operation neither issued nor executed
  let length = 0;
  for (const o of order) {
    const t = thread[o];
    // All before o in its thread that did not start yet are writes: ppo puts its reads before o.
    while (next[t] <= o) run[length++] = next[t]++;
    if (isBuffered(o)) run[length++] = o;
  }
  return run;
}
