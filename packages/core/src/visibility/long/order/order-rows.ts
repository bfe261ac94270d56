import type { Meter } from "../../meter.js";

/** The most room that beginnings may take, in bytes. */
const MOST_ROOM = 1 << 28;

/**
 * Beginnings of one order, row by row: the row that each goes on from, the update that it adds, how many operations it
 * has, how far each session has come, and what state it leads to.
 */
export interface OrderRows {
  count: number;
  parent: Int32Array;
  update: Int32Array;
  /** A number that few other contents have. */
  mark: Int32Array;
  placed: Int32Array;
  contents: Int32Array;
  numbers: Float64Array;
  /** Makes room for so many more; whether there is any. */
  reserve(more: number): boolean;
}

/** Room for beginnings of so many sessions, contents of keys and numbers of objects. */
export function createOrderRows(sessions: number, slots: number, objects: number, meter: Meter): OrderRows {
  let capacity = 1 << 10;
  const bytes = 12 + 4 * sessions + 4 * slots + 8 * objects;
  const rows: OrderRows = {
    count: 0,
    parent: new Int32Array(capacity),
    update: new Int32Array(capacity),
    mark: new Int32Array(capacity),
    placed: new Int32Array(capacity * sessions),
    contents: new Int32Array(capacity * slots),
    numbers: new Float64Array(capacity * objects),
    reserve(more) {
      while (rows.count + more > capacity) {
        if (2 * capacity * bytes > MOST_ROOM) return false;
        meter.grow(capacity * bytes);
        capacity *= 2;
        rows.parent = extended(rows.parent, capacity);
        rows.update = extended(rows.update, capacity);
        rows.mark = extended(rows.mark, capacity);
        rows.placed = extended(rows.placed, capacity * sessions);
        rows.contents = extended(rows.contents, capacity * slots);
        rows.numbers = extended(rows.numbers, capacity * objects);
      }
      return true;
    },
  };
  return rows;
}

/** A longer list that begins as the given one. */
export function extended<List extends Int32Array | Float64Array>(list: List, length: number): List {
  const longer = (list instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)) as List;
  longer.set(list);
  return longer;
}

/** Two numbers as one that looks like neither. */
export function mix(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return mixed ^ (mixed >>> 12);
}
