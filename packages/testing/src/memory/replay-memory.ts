import { INITIAL, type MemoryHistory, takesValue } from "@sightline/core/memory/memory-history.js";

/**
 * Executes all operations one after another on one memory: whether each thread's come in program
 * order, given edges are kept and each read finds the write that it is said to read from.
 */
export function replaysSequentially(memory: MemoryHistory, order: Int32Array): boolean {
  const next = Array.from(memory.first);
  const cells = new Map<number, number>();
  for (const o of order) {
    if (next[memory.thread[o]]++ !== o) return false;
    if (takesValue(memory, o) && (cells.get(memory.variable[o]) ?? INITIAL) !== memory.source[o])
      return false;
    if (memory.isWrite[o] === 1) cells.set(memory.variable[o], o);
  }
  for (let i = 0; i < memory.given.length; i += 2)
    if (order.indexOf(memory.given[i]) > order.indexOf(memory.given[i + 1])) return false;
  return order.length === memory.size;
}

/**
 * Executes a run of the store-buffer machine, in which a write stands where it is issued and again
 * where it commits: whether it keeps program order, commits first in first out, and each read finds
 * the write that it is said to read from. What drains the buffer stands once, and finds it empty.
 */
export function replaysWithBuffers(memory: MemoryHistory, run: Int32Array): boolean {
  const { thread, isWrite, drains, variable, source } = memory;
  const next = Array.from(memory.first);
  const buffers = Array.from({ length: memory.threads }, (): number[] => []);
  const cells = new Map<number, number>();
  for (const o of run) {
    const buffer = buffers[thread[o]];
    if (next[thread[o]] > o) {
      if (isWrite[o] === 0 || buffer.shift() !== o) return false;
      cells.set(variable[o], o);
      continue;
    }
    if (next[thread[o]]++ !== o) return false;
    if (drains?.[o] === 1) {
      if (buffer.length > 0) return false;
      if (takesValue(memory, o) && (cells.get(variable[o]) ?? INITIAL) !== source[o]) return false;
      cells.set(variable[o], o);
    } else if (isWrite[o] === 1) buffer.push(o);
    else {
      const buffered = buffer.findLast((write) => variable[write] === variable[o]);
      if ((buffered ?? cells.get(variable[o]) ?? INITIAL) !== source[o]) return false;
    }
  }
  const started = next.every((o, t) => t === memory.threads || o === memory.first[t + 1]);
  return started && buffers.every((buffer) => buffer.length === 0);
}
