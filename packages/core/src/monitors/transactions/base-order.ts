import { PENDING } from "../../history/history.js";
import type { Part } from "../../linearize/part.js";
import { createHeap } from "./heap.js";
import { createOrderGraph, NONE, type OrderGraph } from "./order-graph.js";

/** What a part says of the order of its transactions, whatever they read and wrote. */
export interface BaseOrder {
  /** Node → row, for those that took effect; the nodes after these are moments. */
  readonly rows: Int32Array;
  readonly graph: OrderGraph;
  /** Node → its chain, and its place there. Each in a chain comes before the next. Moments have none. */
  readonly chain: Int32Array;
  readonly place: Int32Array;
  readonly chains: number;
  /** The first of the nodes that are neither rows nor moments, but of whoever asked for them. */
  readonly spare: number;
}

/**
 * The orders of a part as a graph with few edges. Real time would need one for each pair, so it passes through
 * moments: what has returned by a moment comes before it, and it comes before what is called later.
 *
 * @param rows those that took effect, ascending
 * @param spare how many further nodes there are to be
 */
export function baseOrder(part: Part, rows: Int32Array, spare = 0): BaseOrder {
  const { call, ret } = part;
  const nodeOf = new Int32Array(part.size).fill(NONE);
  for (let node = 0; node < rows.length; node++) nodeOf[rows[node]] = node;
  const moments = momentsOf(part, rows);
  const graph = createOrderGraph(rows.length + moments.count + spare);
  for (let moment = 1; moment < moments.count; moment++)
    graph.add(rows.length + moment - 1, rows.length + moment, "rt");
  for (let node = 0; node < rows.length; node++) {
    if (moments.before[node] !== NONE) graph.add(rows.length + moments.before[node], node, "rt");
    if (moments.after[node] !== NONE) graph.add(node, rows.length + moments.after[node], "rt");
  }
  const chain = new Int32Array(graph.nodes).fill(NONE);
  const place = new Int32Array(graph.nodes).fill(NONE);
  const tails: number[] = [];
  /** Nodes by when they returned: what was called later may follow them. */
  const returned = createHeap();
  const append = (node: number, to: number): void => {
    chain[node] = to;
    place[node] = tails[to] === undefined ? 0 : place[tails[to]] + 1;
    tails[to] = node;
    if (ret[rows[node]] !== PENDING) returned.add(node, ret[rows[node]]);
  };
  for (let node = 0; node < rows.length; node++) {
    const row = rows[node];
    let follows = NONE;
    if (part.order !== undefined)
      for (let i = part.order.first[row]; i < part.order.first[row + 1]; i++) {
        const before = nodeOf[part.order.before[i]];
        if (before === NONE) continue;
        graph.add(before, node, "order");
        if (chain[before] !== NONE && tails[chain[before]] === before) follows = chain[before];
      }
    while (follows === NONE && returned.least() < call[row]) {
      const tail = returned.take();
      if (tails[chain[tail]] === tail) follows = chain[tail];
    }
    append(node, follows === NONE ? tails.length : follows);
  }
  return { rows, graph, chain, place, chains: tails.length, spare: rows.length + moments.count };
}

/** Between which moments each node lies: the last before it was called, and the first after it returned. */
interface Moments {
  readonly count: number;
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** A moment wherever a call comes after a return. */
function momentsOf({ call, ret }: Part, rows: Int32Array): Moments {
  let last = NONE;
  for (const row of rows) if (ret[row] !== PENDING && ret[row] > last) last = ret[row];
  const returns = new Int32Array(last + 1).fill(NONE);
  for (let node = 0; node < rows.length; node++) if (ret[rows[node]] <= last) returns[ret[rows[node]]] = node;
  const before = new Int32Array(rows.length).fill(NONE);
  const after = new Int32Array(rows.length).fill(NONE);
  let count = 0;
  let at = 0;
  let waiting: number[] = [];
  for (let node = 0; node < rows.length; node++) {
    for (; at < call[rows[node]] && at <= last; at++) if (returns[at] !== NONE) waiting.push(returns[at]);
    if (waiting.length > 0) {
      for (const returned of waiting) after[returned] = count;
      waiting = [];
      count++;
    }
    before[node] = count - 1;
  }
  return { count, before, after };
}
