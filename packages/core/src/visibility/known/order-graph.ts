import { createColumn } from "../../history/sights.js";

/** An order between two nodes, and why: a kind, and an operation that shows it. */
export interface OrderEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  readonly shownBy: number;
}

/** Orders between nodes 0, 1, 2, …, collected one by one. */
export interface OrderGraph {
  /** How many nodes and edges there are. */
  readonly size: number;
  add(from: number, to: number, kind: number, shownBy: number): void;
  /** Another graph with the same edges. */
  copy(): OrderGraph;
  /**
   * All nodes in an order that extends the edges; of several that may stand next, the one of the smallest rank. Or
   * edges that lead in a circle.
   */
  sort(rank: ArrayLike<number>): Int32Array | readonly OrderEdge[];
  /**
   * What stands before each node: `[node * width + session]` is how many of the session's operations, the first ones.
   * Takes an order of the nodes, and of the first nodes, which are operations, their sessions and positions there.
   */
  vectors(order: Int32Array, session: Int32Array, position: Int32Array, width: number): Int32Array;
}

/** A graph of so many nodes without edges. */
export function createOrderGraph(nodes: number): OrderGraph {
  const [from, to, kind, shownBy] = [createColumn(), createColumn(), createColumn(), createColumn()];
  const graph: OrderGraph = {
    get size() {
      return nodes + from.length;
    },
    add(a, b, why, who) {
      from.push(a);
      to.push(b);
      kind.push(why);
      shownBy.push(who);
    },
    copy() {
      const other = createOrderGraph(nodes);
      const [a, b, why, who] = [from.finish(), to.finish(), kind.finish(), shownBy.finish()];
      for (let edge = 0; edge < a.length; edge++) other.add(a[edge], b[edge], why[edge], who[edge]);
      return other;
    },
    vectors(order, session, position, width) {
      const edges = { from: from.finish(), to: to.finish() };
      const { start, targets } = edgesByNode(nodes, edges.from);
      const before = new Int32Array(nodes * width);
      for (const node of order)
        for (let at = start[node]; at < start[node + 1]; at++) {
          const row = edges.to[targets[at]] * width;
          for (let s = 0; s < width; s++)
            if (before[node * width + s] > before[row + s]) before[row + s] = before[node * width + s];
          if (node < session.length && before[row + session[node]] <= position[node])
            before[row + session[node]] = position[node] + 1;
        }
      return before;
    },
    sort(rank) {
      const edges = { from: from.finish(), to: to.finish() };
      const { order, done, start, targets } = kahn(nodes, edges, rank);
      if (done === nodes) return order;
      const isLeft = new Uint8Array(nodes).fill(1);
      for (let at = 0; at < done; at++) isLeft[order[at]] = 0;
      const [kinds, observers] = [kind.finish(), shownBy.finish()];
      return circle(nodes, start, targets, isLeft, edges.from, edges.to).map((edge) => ({
        from: edges.from[edge],
        to: edges.to[edge],
        kind: kinds[edge],
        shownBy: observers[edge],
      }));
    },
  };
  return graph;
}

interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** `targets[start[a] … start[a + 1]]` are the edges that leave node a. */
function edgesByNode(
  nodes: number,
  from: Int32Array,
): { readonly start: Int32Array; readonly targets: Int32Array } {
  const start = new Int32Array(nodes + 1);
  for (let edge = 0; edge < from.length; edge++) start[from[edge] + 1]++;
  for (let node = 0; node < nodes; node++) start[node + 1] += start[node];
  const filled = start.slice();
  const targets = new Int32Array(from.length);
  for (let edge = 0; edge < from.length; edge++) targets[filled[from[edge]]++] = edge;
  return { start, targets };
}

/** Kahn's algorithm with a heap; `targets[start[a] … start[a + 1]]` are the edges that leave a. */
function kahn(
  nodes: number,
  { from, to }: Edges,
  rank: ArrayLike<number>,
): {
  readonly order: Int32Array;
  readonly done: number;
  readonly start: Int32Array;
  readonly targets: Int32Array;
} {
  const waits = new Int32Array(nodes);
  for (let edge = 0; edge < from.length; edge++) waits[to[edge]]++;
  const { start, targets } = edgesByNode(nodes, from);
  const order = new Int32Array(nodes);
  const heap = new Int32Array(nodes);
  let count = 0;
  const push = (node: number): void => {
    let at = count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (rank[heap[parent]] <= rank[node]) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = node;
  };
  const pop = (): number => {
    const top = heap[0];
    const last = heap[--count];
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && rank[heap[child + 1]] < rank[heap[child]]) child++;
      if (rank[heap[child]] >= rank[last]) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return top;
  };
  for (let node = 0; node < nodes; node++) if (waits[node] === 0) push(node);
  let done = 0;
  while (count > 0) {
    const node = pop();
    order[done++] = node;
    for (let at = start[node]; at < start[node + 1]; at++)
      if (--waits[to[targets[at]]] === 0) push(to[targets[at]]);
  }
  return { order, done, start, targets };
}

/** The edges of a shortest circle through some node on a circle, among the nodes that are left. */
function circle(
  nodes: number,
  start: Int32Array,
  targets: Int32Array,
  isLeft: Uint8Array,
  from: Int32Array,
  to: Int32Array,
): number[] {
  // Backwards from any node that is left one comes to a circle: each waits for another.
  const into = new Int32Array(nodes).fill(-1);
  for (let edge = 0; edge < from.length; edge++)
    if (isLeft[from[edge]] === 1 && isLeft[to[edge]] === 1) into[to[edge]] = edge;
  const passed = new Uint8Array(nodes);
  let node = isLeft.findIndex((left, at) => left === 1 && into[at] >= 0);
  while (passed[node] === 0) {
    passed[node] = 1;
    node = from[into[node]];
  }
  const reachedBy = new Int32Array(nodes).fill(-1);
  const queue = [node];
  for (const one of queue)
    for (let at = start[one]; at < start[one + 1]; at++) {
      const next = to[targets[at]];
      if (isLeft[next] === 0 || reachedBy[next] >= 0) continue;
      reachedBy[next] = targets[at];
      if (next === node) {
        const edges = [reachedBy[node]];
        while (from[edges[0]] !== node) edges.unshift(reachedBy[from[edges[0]]]);
        return edges;
      }
      queue.push(next);
    }
  throw new Error("no circle, though all wait for each other");
}
