import { type Budget, Exhausted } from "../../budget.js";
import type { BaseOrder } from "./base-order.js";
import type { KeyChains } from "./key-chains.js";
import { NONE, sortAlong } from "./order-graph.js";
import { AT_FIRST, type RegisterAccesses } from "./register-accesses.js";

/** What must come before what, growing. */
export interface Saturation {
  /** Applies the rules to all edges until nothing is new. The nodes in an order along them; fewer where there is a circle. */
  run(): Int32Array;
  /** Adds an edge that is assumed, and what follows from it. Whether there is no circle. */
  assume(from: number, to: number): boolean;
}

/**
 * Who reads x from w, while t wrote x too, comes before t if t comes after w; and t comes before w if it comes before
 * the reader (Papadimitriou, "The serializability of concurrent database updates", 1979; to a fixpoint, as CAV'19 does
 * for memory). Of each chain only the last writer before a node and the last reader tell: all others follow.
 *
 * A clock says how much of each chain comes before a node. Edges are added in sweeps along an order of the nodes.
 * @throws Exhausted when the budget runs out
 */
export function createSaturation(
  { graph, chain, place, chains }: BaseOrder,
  accesses: RegisterAccesses,
  { writers, readers }: KeyChains,
  budget: Budget,
): Saturation {
  const { reads, writes } = accesses;
  const count = writes.length; // the others are moments
  reserve(budget, 4 * chains * graph.nodes);
  const clock = new Int32Array(chains * graph.nodes);
  /** Nodes whose rules have not been applied to all that comes before them. */
  const stale = new Uint8Array(graph.nodes).fill(1);
  let steps = 0;

  const isBefore = (a: number, b: number): boolean => clock[b * chains + chain[a]] > place[a];

  /** Puts a, and all that comes before it, before b. Whether that is new. */
  const join = (a: number, b: number): boolean => {
    const [from, to] = [a * chains, b * chains];
    let grew = false;
    for (let c = 0; c < chains; c++)
      if (clock[from + c] > clock[to + c]) {
        clock[to + c] = clock[from + c];
        grew = true;
      }
    if (a < count && clock[to + chain[a]] <= place[a]) {
      clock[to + chain[a]] = place[a] + 1;
      grew = true;
    }
    return grew;
  };

  /** Nodes that more came before, and that have to hand it on. */
  const grown: number[] = [];
  const add = (a: number, b: number, kind: "ww" | "rw" | "assumed", key?: number, via?: number): void => {
    graph.add(a, b, kind, key, via);
    join(a, b);
    stale[b] = 1;
    grown.push(b);
  };

  /** t comes before r, who read the key from w: so t comes before w. */
  const applyToReads = (r: number): void => {
    for (const { key, writer: w } of reads[r]) {
      if (w === AT_FIRST) continue;
      for (const { chain: c, nodes } of writers[key]) {
        if (clock[r * chains + c] <= clock[w * chains + c]) continue;
        const t = lastBelow(nodes, place, clock[r * chains + c]);
        if (t !== NONE && t !== w && t !== r && !isBefore(t, w)) add(t, w, "ww", key, r);
      }
    }
  };

  /** w comes before t, and both wrote the key: so who read it from w comes before t. */
  const applyToWrites = (t: number): void => {
    for (const key of writes[t])
      for (const { chain: c, nodes } of writers[key]) {
        const w = lastBelow(nodes, place, clock[t * chains + c]);
        if (w === NONE || w === t) continue;
        for (const r of readers[w].get(key) ?? []) if (r !== t && !isBefore(r, t)) add(r, t, "rw", key, w);
      }
  };

  /** One sweep over all nodes in order. */
  const sweep = (order: Int32Array): void => {
    for (const node of order) {
      for (let edge = graph.lastIn(node); edge !== NONE; edge = graph.previousIn(edge))
        if (join(graph.from(edge), node)) stale[node] = 1;
      if (stale[node] === 1) applyRules(node);
    }
  };

  const applyRules = (node: number): void => {
    stale[node] = 0;
    if (node >= count) return;
    applyToReads(node);
    applyToWrites(node);
    if (++steps % 1024 === 0) reserve(budget, 0);
  };

  return {
    run() {
      clock.fill(0);
      stale.fill(1);
      for (;;) {
        grown.length = 0;
        const order = sortAlong(graph);
        const edges = graph.size;
        if (order.length < graph.nodes) return order;
        sweep(order);
        if (graph.size === edges) return order;
      }
    },
    assume(from, to) {
      grown.length = 0;
      add(from, to, "assumed");
      for (let at = 0; at < grown.length; at++) {
        const node = grown[at];
        if (node < count && isBefore(node, node)) return false;
        for (let edge = graph.lastOut(node); edge !== NONE; edge = graph.previousOut(edge))
          if (join(node, graph.to(edge))) {
            stale[graph.to(edge)] = 1;
            grown.push(graph.to(edge));
          }
        if (stale[node] === 1) applyRules(node);
      }
      return true;
    },
  };
}

/** Asks the budget for memory, and whether anything else has run out. */
function reserve(budget: Budget, bytes: number): void {
  const shortage = budget.exceeded(0, bytes);
  if (shortage !== undefined) throw new Exhausted(shortage);
}

/** Of nodes on one chain, in order, the last whose place is below a bound; or `NONE`. */
function lastBelow(nodes: readonly number[], place: Int32Array, bound: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place[nodes[middle]] < bound) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? NONE : nodes[low - 1];
}
