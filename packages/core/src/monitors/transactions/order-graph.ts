import type { Writable } from "../../writable.js";

/**
 * Why one transaction comes before another: a declared order (`order`), real time (`rt`), one reads what the other
 * wrote (`wr`), the order of two writes of a key (`ww`), one read what the other overwrites (`rw`); or it is assumed.
 */
export type EdgeKind = "order" | "rt" | "wr" | "ww" | "rw" | "assumed";

/** What an edge is about, besides its ends. */
export interface EdgeFacts {
  readonly kind: EdgeKind;
  /** The number of the key, or `NONE`. */
  readonly key: number;
  /** A node that shows it: of `ww` who read from the later one, of `rw` whom the reader read from; or `NONE`. */
  readonly via: number;
}

/** No key, no node. */
export const NONE = -1;

const kinds: readonly EdgeKind[] = ["order", "rt", "wr", "ww", "rw", "assumed"];

/** What comes before what, as a list of edges that grows, and of which the newest can be taken back. */
export interface OrderGraph {
  readonly nodes: number;
  /** How many edges there are: 0, 1, 2, … in the order in which they were added. */
  readonly size: number;
  from(edge: number): number;
  to(edge: number): number;
  facts(edge: number): EdgeFacts;
  add(from: number, to: number, kind: EdgeKind, key?: number, via?: number): void;
  /** Takes back all but the first `size` edges. */
  truncate(size: number): void;
  /** The newest edge out of (into) a node, and the one before an edge out of (into) the same; or `NONE`. */
  lastOut(node: number): number;
  previousOut(edge: number): number;
  lastIn(node: number): number;
  previousIn(edge: number): number;
}

/** Numbers for each edge: ends, kind, key, via, previous out, previous in. */
const [FROM, TO, KIND, KEY, VIA, OUT, IN, WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7];

/** A graph without edges. */
export function createOrderGraph(nodes: number): OrderGraph {
  let rows = new Int32Array(WIDTH * Math.max(16, 4 * nodes));
  const lastOut = new Int32Array(nodes).fill(NONE);
  const lastIn = new Int32Array(nodes).fill(NONE);
  const field = (edge: number, which: number): number => rows[edge * WIDTH + which];
  const graph: Writable<OrderGraph> = {
    nodes,
    size: 0,
    from: (edge) => field(edge, FROM),
    to: (edge) => field(edge, TO),
    facts: (edge) => ({ kind: kinds[field(edge, KIND)], key: field(edge, KEY), via: field(edge, VIA) }),
    add(from, to, kind, key = NONE, via = NONE) {
      const edge = graph.size++;
      if ((edge + 1) * WIDTH > rows.length) {
        const larger = new Int32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rows.set([from, to, kinds.indexOf(kind), key, via, lastOut[from], lastIn[to]], edge * WIDTH);
      lastOut[from] = lastIn[to] = edge;
    },
    truncate(until) {
      while (graph.size > until) {
        const edge = --graph.size;
        lastOut[field(edge, FROM)] = field(edge, OUT);
        lastIn[field(edge, TO)] = field(edge, IN);
      }
    },
    lastOut: (node) => lastOut[node],
    previousOut: (edge) => field(edge, OUT),
    lastIn: (node) => lastIn[node],
    previousIn: (edge) => field(edge, IN),
  };
  return graph;
}

/** The nodes in an order along the edges: first in, first out. Shorter than `nodes` where there is a circle. */
export function sortAlong(graph: OrderGraph): Int32Array {
  const { nodes } = graph;
  const waits = new Int32Array(nodes);
  for (let edge = 0; edge < graph.size; edge++) waits[graph.to(edge)]++;
  const order = new Int32Array(nodes);
  let end = 0;
  for (let node = 0; node < nodes; node++) if (waits[node] === 0) order[end++] = node;
  for (let at = 0; at < end; at++)
    for (let edge = graph.lastOut(order[at]); edge !== NONE; edge = graph.previousOut(edge))
      if (--waits[graph.to(edge)] === 0) order[end++] = graph.to(edge);
  return order.subarray(0, end);
}
