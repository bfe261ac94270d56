import type { Writable } from "../../writable.js";

/** A growing list of edges between operations. */
export interface EdgeList {
  readonly size: number;
  /** The edges, flattened: from, to, from, to, … Only the first 2 × `size` entries count. */
  readonly ends: Int32Array;
  add(from: number, to: number): void;
}

/** An empty list of edges, or one that begins with those given (flattened). */
export function createEdgeList(begin: Int32Array = new Int32Array(0)): EdgeList {
  const list: Writable<EdgeList> = {
    size: begin.length >> 1,
    ends: new Int32Array(Math.max(16, 2 * begin.length)),
    add(from, to) {
      const used = 2 * list.size++;
      if (used === list.ends.length) {
        const longer = new Int32Array(2 * used);
        longer.set(list.ends);
        list.ends = longer;
      }
      list.ends[used] = from;
      list.ends[used + 1] = to;
    },
  };
  list.ends.set(begin);
  return list;
}
