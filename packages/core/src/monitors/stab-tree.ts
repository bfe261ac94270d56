import { sortedBy } from "./sorted-by.js";

/** Half-open intervals, each of which is found at most once: O(log n) for each found. */
export interface StabTree {
  /** Calls `found` for every interval that holds the gap and was not found before. */
  stab(gap: number, found: (interval: number) => void): void;
}

/** A segment tree over the intervals in order of start; each node holds the latest end below it. */
export function createStabTree(from: Int32Array, to: Int32Array): StabTree {
  const byStart = sortedBy(from);
  const count = byStart.length;
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  const latest = new Int32Array(2 * leaves).fill(-1);
  for (let i = 0; i < count; i++) latest[leaves + i] = to[byStart[i]];
  for (let node = leaves - 1; node > 0; node--)
    latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
  const visit = (node: number, low: number, size: number, gap: number, found: (i: number) => void): void => {
    if (low >= count || latest[node] <= gap || from[byStart[low]] > gap) return;
    if (size === 1) {
      latest[node] = -1;
      found(byStart[low]);
      return;
    }
    visit(2 * node, low, size / 2, gap, found);
    visit(2 * node + 1, low + size / 2, size / 2, gap, found);
    latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
  };
  return { stab: (gap, found) => visit(1, 0, leaves, gap, found) };
}
