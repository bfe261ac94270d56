import type { MemoryHistory } from "../memory-history.js";

/** The declared edges of a history by either end, for walks that go one operation at a time. */
export interface GivenIndex {
  /** The declared edges from operation a lead to `later[laterFrom[a]]` and on, up to `laterFrom[a + 1]`. */
  readonly laterFrom: Int32Array;
  readonly later: Int32Array;
  /** The declared edges into operation b come from `earlier[earlierFrom[b]]` and on, up to `earlierFrom[b + 1]`. */
  readonly earlierFrom: Int32Array;
  readonly earlier: Int32Array;
}

/** Finds the declared edges of each operation. */
export function indexGiven({ size, given }: MemoryHistory): GivenIndex {
  const [laterFrom, later] = groupEdges(size, given, 0);
  const [earlierFrom, earlier] = groupEdges(size, given, 1);
  return { laterFrom, later, earlierFrom, earlier };
}

/** Groups flattened edges by their end number `side`; what is listed is the other end. */
function groupEdges(size: number, ends: Int32Array, side: 0 | 1): [from: Int32Array, other: Int32Array] {
  const from = new Int32Array(size + 1);
  for (let i = 0; i < ends.length; i += 2) from[ends[i + side] + 1]++;
  for (let o = 0; o < size; o++) from[o + 1] += from[o];
  const next = from.slice(0, -1);
  const other = new Int32Array(ends.length / 2);
  for (let i = 0; i < ends.length; i += 2) other[next[ends[i + side]]++] = ends[i + 1 - side];
  return [from, other];
}
