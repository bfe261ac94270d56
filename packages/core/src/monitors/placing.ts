import { pick, sortedBy } from "./sorted-by.js";

/** Rows with keys, to be lined up by key; rows with equal keys stay in the order they came. */
export interface Placing {
  put(row: number, key: number): void;
  order(): Int32Array;
}

/** An empty placing for up to `capacity` rows. */
export function createPlacing(capacity: number): Placing {
  const rows = new Int32Array(capacity);
  const keys = new Int32Array(capacity);
  let length = 0;
  return {
    put(row, key) {
      rows[length] = row;
      keys[length++] = key;
    },
    order: () => pick(rows, sortedBy(keys.subarray(0, length))),
  };
}
