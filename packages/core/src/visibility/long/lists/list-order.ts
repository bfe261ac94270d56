import { createTrail } from "./trail.js";

/** A partial order of the elements of a list: what is known of where they stand. Closed transitively. */
export interface ListOrder {
  /** Whether one is known to stand before the other. */
  isBefore(one: number, other: number): boolean;
  /** Puts one before the other; false where the other is known to stand before it. */
  put(one: number, other: number): boolean;
  /** How often something new was learnt. */
  readonly changes: () => number;
  mark(): number;
  undo(mark: number): void;
}

/** No order of so many elements. */
export function createListOrder(size: number): ListOrder {
  const words = (size + 31) >>> 5;
  const { cells, write, mark, undo } = createTrail(size * words);
  const isBefore = (one: number, other: number): boolean =>
    ((cells[one * words + (other >>> 5)] >>> (other & 31)) & 1) === 1;
  let changes = 0;
  return {
    isBefore,
    put(one, other) {
      if (one === other || isBefore(other, one)) return false;
      if (isBefore(one, other)) return true;
      changes++;
      for (let element = 0; element < size; element++) {
        if (element !== one && !isBefore(element, one)) continue;
        if (isBefore(element, other)) continue;
        for (let word = 0; word < words; word++) {
          const at = element * words + word;
          const own = word === other >>> 5 ? 1 << (other & 31) : 0;
          const all = cells[at] | cells[other * words + word] | own;
          if (all !== cells[at]) write(at, all);
        }
      }
      return true;
    },
    changes: () => changes,
    mark,
    undo,
  };
}
