import type { Writable } from "../../writable.js";

/**
 * What a depth-first search has reached: configurations, numbered as they are met, and the ways between them, each by
 * some operations. Ways never lead back, so whatever a way leads to is known before the way is closed; and the longest
 * order with an operation in it goes by the way that has the operation and leads furthest.
 */
export interface Reach {
  /** Adds a way to configuration `to` from `from`, −1 for the way to the first. Returns its number. */
  addWay(from: number, to: number, operations: readonly number[]): number;
  /** All that can be reached by the way is known. */
  closeWay(way: number): void;
  /** The longest order of all. */
  longest(): readonly number[];
  /** The length of the longest order with the operation in it, 0 where none is known. */
  lengthWith(id: number): number;
  /** That order. */
  longestWith(id: number): readonly number[];
  /** How many operations all ways have together. */
  readonly weight: number;
}

/** Nothing reached, of a history of so many operations. */
export function createReach(size: number): Reach {
  const ways: { readonly from: number; readonly to: number; readonly operations: readonly number[] }[] = [];
  /** Configuration → the way by which it was met first, how many operations lead to it, and how many in all beyond it. */
  const met: number[] = [];
  const depth: number[] = [];
  const furthest: number[] = [];
  /** Configuration → the way that leads furthest, −1 where none leads on. */
  const onward: number[] = [];
  const lengthWith = new Int32Array(size);
  const wayWith = new Int32Array(size).fill(-1);

  const through = (way: number): readonly number[] => {
    const before: (readonly number[])[] = [];
    for (let at = way; at >= 0; at = ways[at].from < 0 ? -1 : met[ways[at].from])
      before.push(ways[at].operations);
    const order = before.reverse().flat();
    for (let next = onward[ways[way].to]; next >= 0; next = onward[ways[next].to])
      for (const id of ways[next].operations) order.push(id);
    return order;
  };

  const reach: Writable<Reach> = {
    addWay(from, to, operations) {
      const way = ways.push({ from, to, operations }) - 1;
      reach.weight += 1 + operations.length;
      if (to === met.length) {
        met.push(way);
        depth.push((from < 0 ? 0 : depth[from]) + operations.length);
        furthest.push(depth[to]);
        onward.push(-1);
      }
      return way;
    },
    closeWay(way) {
      const { from, to, operations } = ways[way];
      if (from >= 0 && furthest[to] > furthest[from]) {
        furthest[from] = furthest[to];
        onward[from] = way;
      }
      for (const id of operations)
        if (furthest[to] > lengthWith[id]) {
          lengthWith[id] = furthest[to];
          wayWith[id] = way;
        }
    },
    longest: () => (ways.length === 0 ? [] : through(0)),
    lengthWith: (id) => lengthWith[id],
    longestWith: (id) => (wayWith[id] < 0 ? [] : through(wayWith[id])),
    weight: 0,
  };
  return reach;
}
