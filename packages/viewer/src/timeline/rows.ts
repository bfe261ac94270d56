import type { History } from "@sightline/core";
import type { Extents } from "./extents.js";

/** One session: so many rows as operations of it overlap. */
export interface Lane {
  readonly session: string | number;
  /** The number of its first row. */
  readonly row: number;
  readonly rows: number;
}

/** Operations in rows: those of one row follow one another. */
export interface Rows {
  readonly lanes: readonly Lane[];
  /** Row → its operations, in order. */
  readonly rows: readonly Int32Array[];
  /** Operation → its row; −1 where it is not shown. */
  readonly rowOf: Int32Array;
}

/**
 * Puts operations into rows, a lane for each session that has any, in order of first appearance.
 * @param foremost operations whose sessions stand above the others
 */
export function rowsOf(
  history: History,
  { ids, start, end }: Extents,
  foremost: readonly number[] = [],
): Rows {
  const inOrder = ids.slice().sort((a, b) => start[a] - start[b] || a - b);
  const free: number[][] = history.sessions.map(() => []); // session → where each of its rows is free again
  const within = new Int32Array(history.size); // operation → its row in its lane
  for (const id of inOrder) {
    const ends = free[history.session[id]];
    const open = ends.findIndex((moment) => moment <= start[id]);
    within[id] = open < 0 ? ends.length : open;
    ends[within[id]] = end[id];
  }
  const lanes: Lane[] = [];
  const first = new Int32Array(history.sessions.length);
  let count = 0;
  const above = new Set(foremost.map((id) => history.session[id]));
  for (const isAbove of [true, false])
    free.forEach((ends, session) => {
      if (ends.length === 0 || above.has(session) !== isAbove) return;
      first[session] = count;
      lanes.push({ session: history.sessions[session], row: count, rows: ends.length });
      count += ends.length;
    });
  const rowOf = new Int32Array(history.size).fill(-1);
  for (const id of inOrder) rowOf[id] = first[history.session[id]] + within[id];
  return { lanes, rows: split(inOrder, rowOf, count), rowOf };
}

/** The operations of each row that are kept, in the same order. */
export function keepInRows({ rows, rowOf }: Rows, keep: (id: number) => boolean): readonly Int32Array[] {
  return rows.map((row) => (row.length === 0 || rowOf.length === 0 ? row : row.filter(keep)));
}

function split(inOrder: Int32Array, rowOf: Int32Array, count: number): readonly Int32Array[] {
  const sizes = new Int32Array(count);
  for (const id of inOrder) sizes[rowOf[id]]++;
  const rows = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (const id of inOrder) rows[rowOf[id]][sizes[rowOf[id]]++] = id;
  return rows;
}

/** The first place in a row, from `low` on, whose operation ends at or after a moment. */
export function firstEndingFrom(row: Int32Array, end: Float64Array, moment: number, low = 0): number {
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[row[middle]] < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
