/** A growing list of edges between operations. */
export interface EdgeList {
  readonly size: number;
  /** The edges, flattened: from, to, from, to, … Only the first 2 × `size` entries count. */
  readonly ends: Int32Array;
  add(from: number, to: number): void;
}

/** An empty list of edges, or one that begins with those given (flattened). */
export function createEdgeList(begin: Int32Array = new Int32Array(0)): EdgeList {
  let ends = new Int32Array(Math.max(256, 2 * begin.length));
  ends.set(begin);
  let used = begin.length;
  return {
    get size() {
      return used >> 1;
    },
    get ends() {
      return ends;
    },
    add(from, to) {
      if (used === ends.length) {
        const longer = new Int32Array(2 * ends.length);
        longer.set(ends);
        ends = longer;
      }
      ends[used++] = from;
      ends[used++] = to;
    },
  };
}
