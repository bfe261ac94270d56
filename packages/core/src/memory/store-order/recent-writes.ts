import type { MemoryHistory } from "../memory-history.js";

/**
 * The writes of each variable in the order in which they were taken in. Most of them are before a new one, and
 * it is known how far: what is left to look at are the few that stand behind.
 */
export interface RecentWrites {
  /** The writes of variable x so far are `writes[from[x]]` up to (not including) `end[x]`. */
  readonly writes: Int32Array;
  readonly from: Int32Array;
  readonly end: Int32Array;
  /** All writes of its variable that stand below this place are before the write, but for itself. */
  openFrom(write: number): number;
  /** Takes a write in. All that stand below `open` are known to be before it. */
  add(write: number, open: number): void;
}

/** No write was taken in yet. What `isBefore` has said must hold for good. */
export function createRecentWrites(
  { size, variables, isWrite, variable }: MemoryHistory,
  isBefore: (a: number, b: number) => boolean,
): RecentWrites {
  const from = new Int32Array(variables + 1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) from[variable[o] + 1]++;
  for (let x = 0; x < variables; x++) from[x + 1] += from[x];
  const writes = new Int32Array(from[variables]);
  const end = from.slice(0, -1);
  const open = new Int32Array(size); // write → what `openFrom` said last
  return {
    writes,
    from,
    end,
    openFrom(write) {
      const stop = end[variable[write]];
      let place = open[write];
      while (place < stop && (writes[place] === write || isBefore(writes[place], write))) place++;
      open[write] = place;
      return place;
    },
    add(write, place) {
      writes[end[variable[write]]++] = write;
      open[write] = place;
    },
  };
}
