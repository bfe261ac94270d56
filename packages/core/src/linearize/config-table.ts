import type { Budget, Shortage } from "../budget.js";
import type { Writable } from "../writable.js";

/**
 * The configurations a search has been in: an exact hash set of rows of `width` integers, each
 * with one integer of its own (`valueAt`), in one typed array.
 */
export interface ConfigTable {
  /** Where the row `key[0 … width - 1]` is kept; `added` tells whether it is new. -1 for want of memory. */
  find(key: Int32Array): number;
  readonly added: boolean;
  readonly size: number;
  /** The integer kept with the row at `place`; -1 at first. Places are good until the next `find`. */
  valueAt(place: number): number;
  setValueAt(place: number, value: number): void;
  /** Why `find` answered -1. */
  readonly shortage: Shortage | undefined;
}

const EMPTY = -1;

/** Rows of a table that is small: to move them costs more than room for more of them. */
const SMALL = 1 << 12;

/** A table for rows whose first integer is never negative. */
export function createConfigTable(width: number, budget: Budget): ConfigTable {
  const stride = width + 1;
  let capacity = 1 << 6;
  let cells = new Int32Array(capacity * stride).fill(EMPTY);

  const hashAt = (from: Int32Array, at: number): number => {
    let hash = 0;
    for (let i = 0; i < width; i++) {
      hash = Math.imul(hash ^ from[at + i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  };

  /** Doubles the table, a small one twice, or says why not. */
  const grow = (): boolean => {
    const factor = capacity < SMALL ? 4 : 2;
    table.shortage = budget.exceeded(table.size, factor * cells.byteLength);
    if (table.shortage !== undefined) return false;
    const old = cells;
    capacity *= factor;
    cells = new Int32Array(capacity * stride).fill(EMPTY);
    for (let from = 0; from < old.length; from += stride) {
      if (old[from] === EMPTY) continue;
      let slot = hashAt(old, from) & (capacity - 1);
      while (cells[slot * stride] !== EMPTY) slot = (slot + 1) & (capacity - 1);
      const to = slot * stride;
      for (let i = 0; i < stride; i++) cells[to + i] = old[from + i];
    }
    return true;
  };

  const table: Writable<ConfigTable> = {
    size: 0,
    added: false,
    shortage: undefined,
    find(key) {
      if (3 * table.size >= 2 * capacity && !grow()) return -1;
      let slot = hashAt(key, 0) & (capacity - 1);
      for (; ; slot = (slot + 1) & (capacity - 1)) {
        const at = slot * stride;
        if (cells[at] === EMPTY) {
          for (let i = 0; i < width; i++) cells[at + i] = key[i];
          table.size++;
          table.added = true;
          return at + width;
        }
        let same = true;
        for (let i = 0; i < width && same; i++) same = cells[at + i] === key[i];
        if (same) {
          table.added = false;
          return at + width;
        }
      }
    },
    valueAt: (place) => cells[place],
    setValueAt(place, value) {
      cells[place] = value;
    },
  };
  return table;
}
