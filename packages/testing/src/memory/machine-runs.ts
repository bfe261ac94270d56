import { INITIAL, type MemoryHistory, takesValue } from "@sightline/core/memory/memory-history.js";

/**
 * Whether a machine has a run with these reads, by trying every step of every thread: with one memory (SC),
 * or with a first-in first-out store buffer per thread besides (TSO), which fences and read-modify-writes
 * find empty. It knows no axiom; it is for histories of up to about a dozen operations.
 */
export function machineRuns(memory: MemoryHistory, model: "sc" | "tso"): boolean {
  const { threads, first, isWrite, drains, variable, source } = memory;
  const seen = new Set<string>();

  const run = (
    next: readonly number[],
    buffers: readonly (readonly number[])[],
    cells: readonly number[],
  ): boolean => {
    const key = JSON.stringify([next, buffers, cells]);
    if (seen.has(key)) return false;
    seen.add(key);
    if (next.every((o, t) => o === first[t + 1]) && buffers.every(({ length }) => length === 0)) return true;
    for (let t = 0; t < threads; t++) {
      const [head, ...rest] = buffers[t];
      if (head !== undefined && run(next, buffers.with(t, rest), cells.with(variable[head], head)))
        return true;
      const o = next[t];
      if (o === first[t + 1]) continue;
      if (drains?.[o] === 1 && buffers[t].length > 0) continue;
      const own = buffers[t].findLast((w) => variable[w] === variable[o]);
      if (takesValue(memory, o) && (own ?? cells[variable[o]]) !== source[o]) continue;
      const isBuffered = isWrite[o] === 1 && model === "tso" && drains?.[o] !== 1;
      const buffersAfter = isBuffered ? buffers.with(t, [...buffers[t], o]) : buffers;
      const cellsAfter = isWrite[o] === 1 && !isBuffered ? cells.with(variable[o], o) : cells;
      if (run(next.with(t, o + 1), buffersAfter, cellsAfter)) return true;
    }
    return false;
  };
  return run(
    Array.from(first.subarray(0, threads)),
    Array.from({ length: threads }, () => []),
    Array.from({ length: memory.variables }, () => INITIAL),
  );
}
