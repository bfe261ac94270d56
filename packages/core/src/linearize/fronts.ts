import { PENDING } from "../history/history.js";
import type { Part } from "./part.js";

/**
 * A part as a sequence of returns. Between two returns only calls happen, so a search need only
 * look at the moments just before each return: the *fronts*.
 */
export interface Fronts {
  /** How many operations returned. */
  readonly count: number;
  /** Front → the row that returns there. */
  readonly returning: Int32Array;
  /** Row → its front, or `count` where it never returned. */
  readonly frontOf: Int32Array;
  /** Front → how many rows have been called by then; rows are in the order of their calls. */
  readonly called: Int32Array;
}

/** The fronts of a part. */
export function fronts(part: Part): Fronts {
  const { size, call, ret } = part;
  const returning = rowsByReturn(ret);
  const frontOf = new Int32Array(size).fill(returning.length);
  const called = new Int32Array(returning.length);
  for (let front = 0, row = 0; front < returning.length; front++) {
    frontOf[returning[front]] = front;
    while (row < size && call[row] < ret[returning[front]]) row++;
    called[front] = row;
  }
  return { count: returning.length, returning, frontOf, called };
}

/** The rows that returned, in the order of their returns: positions are dense, so a table sorts them. */
function rowsByReturn(ret: Int32Array): Int32Array {
  const rowAt = new Int32Array(2 * ret.length).fill(-1);
  let count = 0;
  for (let row = 0; row < ret.length; row++)
    if (ret[row] !== PENDING) {
      rowAt[ret[row]] = row;
      count++;
    }
  const rows = new Int32Array(count);
  let filled = 0;
  for (let position = 0; position < rowAt.length; position++)
    if (rowAt[position] >= 0) rows[filled++] = rowAt[position];
  return rows;
}

/** A small number for each row, different among operations that are open at the same time. */
export interface Slots {
  /** Row → slot, or -1 where the row needs none. */
  readonly of: Int32Array;
  /** How many slots there are: the most operations open at once. */
  readonly count: number;
}

/** Gives each row for which `wants` holds, and which is called before the last return, a slot of its own while it is open. */
export function assignSlots(size: number, at: Fronts, wants: (row: number) => boolean): Slots {
  const of = new Int32Array(size).fill(-1);
  const free: number[] = [];
  let count = 0;
  for (let front = 0, row = 0; front < at.count; front++) {
    for (; row < at.called[front]; row++) if (wants(row)) of[row] = free.pop() ?? count++;
    const slot = of[at.returning[front]];
    if (slot >= 0) free.push(slot);
  }
  return { of, count };
}
