import { type AccessIndex, indexAccesses, lastWriteBefore } from "../relations/access-index.js";
import type { Contradiction } from "../relations/close-relation.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { createRollingClocks } from "../relations/rolling-clocks.js";

/**
 * Writes in the causal past of a read that a line has between the read and its source, all on one variable.
 * Flattened: source, write, read, source, write, read, …
 */
export type Overwriters = readonly number[];

/** More than so many for each operation are not listed. */
const MOST_PER_OPERATION = 2;

/**
 * The overwriters that a line has, which must extend causal order: those where it is no witness of CCv, and
 * the only writes that can make a history violate CC. In a line that is near to what happened there
 * are few writes between a read and its source, and a read looks at no others; where there are more
 * than threads, it looks at the last one of each thread.
 *
 * A contradiction where a read takes the initial value in spite of a write: [write, read]. `undefined` where
 * there are too many to be listed.
 */
export function findOverwriters(
  memory: MemoryHistory,
  line: Int32Array,
  meter: Meter,
): Overwriters | Contradiction | undefined {
  const { size, threads, variables, thread, isWrite, variable, source } = memory;
  meter.reserve(4 * 2 * size);
  const clocks = createRollingClocks(memory, meter);
  const { from, writes, place } = writesInLine(memory, line);
  const next = from.slice(0, -1); // variable → behind its writes so far
  const found: number[] = [];
  let accesses: AccessIndex | undefined;
  for (const o of line) {
    const row = clocks.enter(o);
    const { clock } = clocks;
    const x = variable[o];
    if (isWrite[o] === 1) {
      next[x]++;
      continue;
    }
    meter.step();
    const w = source[o];
    const begin = w === INITIAL ? from[x] : place[w] + 1;
    const known = found.length;
    if (next[x] - begin <= threads) {
      for (let i = begin; i < next[x]; i++)
        if (clock[row + thread[writes[i]]] > writes[i]) found.push(w, writes[i], o);
    } else {
      accesses ??= indexAccesses(memory);
      for (let t = 0; t < threads; t++) {
        const last = lastWriteBefore(accesses, t * variables + x, clock[row + t]);
        if (last >= 0 && place[last] >= begin) found.push(w, last, o);
      }
    }
    if (found.length > known && w === INITIAL) return { clue: [found[known + 1], o] };
    if (found.length > 3 * MOST_PER_OPERATION * size) return undefined;
  }
  return found;
}

/** The first overwriter that has the source in its causal past, as [source, write, read]: a bad pattern of CC. */
export function causalOverwriter(
  memory: MemoryHistory,
  line: Int32Array,
  overwriters: Overwriters,
  meter: Meter,
): number[] | undefined {
  if (overwriters.length === 0) return undefined;
  const { size, thread } = memory;
  meter.reserve(4 * size + 4 * overwriters.length);
  const newest = new Int32Array(size).fill(-1); // write → its last entry in `overwriters`
  const older = new Int32Array(overwriters.length);
  for (let i = 0; i < overwriters.length; i += 3) {
    older[i] = newest[overwriters[i + 1]];
    newest[overwriters[i + 1]] = i;
  }
  const clocks = createRollingClocks(memory, meter);
  for (const o of line) {
    const row = clocks.enter(o);
    for (let i = newest[o]; i >= 0; i = older[i]) {
      const w = overwriters[i];
      if (clocks.clock[row + thread[w]] > w) return [w, o, overwriters[i + 2]];
    }
  }
  return undefined;
}

/** The writes of variable x are `writes[from[x]]` and on, as they stand in the line; `place` is where each stands. */
function writesInLine(
  { size, variables, isWrite, variable }: MemoryHistory,
  line: Int32Array,
): { readonly from: Int32Array; readonly writes: Int32Array; readonly place: Int32Array } {
  const from = new Int32Array(variables + 1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) from[variable[o] + 1]++;
  for (let x = 0; x < variables; x++) from[x + 1] += from[x];
  const writes = new Int32Array(from[variables]);
  const place = new Int32Array(size);
  const next = from.slice(0, -1);
  for (const o of line)
    if (isWrite[o] === 1) {
      place[o] = next[variable[o]]++;
      writes[place[o]] = o;
    }
  return { from, writes, place };
}
