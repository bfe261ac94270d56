import type { Writable } from "../writable.js";

/** The entry of a step that nobody has set. */
export const UNKNOWN = -(2 ** 31);

/** A table with a row per state and a number per operation. */
export interface StepTable {
  /** The rows of the first states, one after another: to be looked at first. */
  readonly first: Int32Array;
  get(state: number, operation: number): number;
  set(state: number, operation: number, step: number): void;
  /** To be called for each state, in order, before its row is used. */
  makeRoom(state: number): void;
}

/** About as many entries as are allocated at once: a megabyte. */
const CHUNK_BITS = 18;
/** The states that there is room for at first, as a power of 2. */
const FIRST_BITS = 4;

/**
 * A table of steps for so many operations. It begins small and doubles; from a chunk on it grows chunk by
 * chunk and copies nothing, so that its memory never jumps.
 */
export function createStepTable(width: number): StepTable {
  const bits = Math.max(FIRST_BITS, CHUNK_BITS - (32 - Math.clz32(width)));
  const mask = (1 << bits) - 1;
  const rows = (count: number): Int32Array => new Int32Array(count * width).fill(UNKNOWN);
  const chunks = [rows(1 << FIRST_BITS)];
  const table: Writable<StepTable> = {
    first: chunks[0],
    get: (state, operation) => chunks[state >> bits][(state & mask) * width + operation],
    set(state, operation, step) {
      chunks[state >> bits][(state & mask) * width + operation] = step;
    },
    makeRoom(state) {
      if (state >> bits === chunks.length) chunks.push(rows(1 << bits));
      else if (state <= mask && state * width >= chunks[0].length && width > 0) {
        const wider = rows(2 * state);
        wider.set(chunks[0]);
        chunks[0] = wider;
        table.first = wider;
      }
    },
  };
  return table;
}
