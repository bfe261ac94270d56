import type { Meter } from "../../meter.js";
import { extended } from "./order-rows.js";

/**
 * Lists of elements as numbers: equal lists have one number, and the empty one is 0. Each is a shorter one, with one
 * more element at its end.
 */
export interface ElementCells {
  /** List → its last element, and its first; the list without its last element; and how many elements it has. */
  last: Int32Array;
  first: Int32Array;
  before: Int32Array;
  size: Int32Array;
  /** The list with one more element at its end. */
  add(list: number, value: number): number;
  /** The list without its first element. */
  rest(list: number): number;
  /** How many elements two lists have after those that they begin with alike. */
  apart(list: number, other: number): number;
}

/** What a list takes, in bytes: its numbers, and its entry in the table of lists. */
const A_LIST = 64;

/** Lists of so many different elements. */
export function createElementCells(values: number, meter: Meter): ElementCells {
  let [count, capacity] = [1, 1 << 10];
  /** List → the one without its first element, where that was asked for. */
  let rest = new Int32Array(capacity).fill(-1);
  /** List → a shorter one that it begins with, so that to any such one it takes few of these; as long for lists as long. */
  let jump = new Int32Array(capacity);
  const known = new Map<number, number>();
  const path: number[] = [];
  const cells: ElementCells = {
    last: new Int32Array(capacity),
    first: new Int32Array(capacity),
    before: new Int32Array(capacity),
    size: new Int32Array(capacity),
    add(list, value) {
      const name = list * values + value;
      const found = known.get(name);
      if (found !== undefined) return found;
      if (count === capacity) grow();
      const added = count++;
      known.set(name, added);
      cells.last[added] = value;
      cells.first[added] = list === 0 ? value : cells.first[list];
      cells.before[added] = list;
      cells.size[added] = cells.size[list] + 1;
      const [near, far] = [jump[list], jump[jump[list]]];
      const isAsFar = cells.size[list] - cells.size[near] === cells.size[near] - cells.size[far];
      jump[added] = isAsFar ? far : list;
      return added;
    },
    rest(list) {
      let at = list;
      for (; rest[at] < 0 && cells.size[at] > 1; at = cells.before[at]) path.push(at);
      let found = cells.size[at] > 1 ? rest[at] : 0;
      for (let one = path.pop(); one !== undefined; one = path.pop()) {
        found = cells.add(found, cells.last[one]);
        rest[one] = found;
      }
      return found;
    },
    apart(list, other) {
      const { size, before } = cells;
      let [a, b] = size[list] > size[other] ? [list, other] : [other, list];
      while (size[a] > size[b]) a = size[jump[a]] >= size[b] ? jump[a] : before[a];
      while (a !== b) {
        const isFar = jump[a] !== jump[b];
        a = isFar ? jump[a] : before[a];
        b = isFar ? jump[b] : before[b];
      }
      return size[list] + size[other] - 2 * size[a];
    },
  };
  return cells;

  function grow(): void {
    meter.grow(capacity * A_LIST);
    cells.last = extended(cells.last, 2 * capacity);
    cells.first = extended(cells.first, 2 * capacity);
    cells.before = extended(cells.before, 2 * capacity);
    cells.size = extended(cells.size, 2 * capacity);
    jump = extended(jump, 2 * capacity);
    rest = extended(rest, 2 * capacity).fill(-1, capacity);
    capacity *= 2;
  }
}
