import type { Axiom } from "../../criteria/axioms/model.js";
import type { Meter } from "../meter.js";
import { legsOf } from "./close-sights.js";
import type { KnownProblem } from "./known-problem.js";
import { createOrderGraph, type OrderGraph } from "./order-graph.js";

/** Why one operation has to stand before another. */
export const ORDER = {
  /** Session order, declared order or real time. */
  happens: 0,
  /** The later one saw the earlier one. */
  seen: 1,
  /** An axiom about the linearization: who did not see an update stands before it. */
  unseen: 2,
  /** A result: of the updates that somebody saw, the later one has won. */
  won: 3,
  /** One of several that could come last of what somebody saw is tried as the last. */
  supposed: 4,
} as const;

/**
 * What has to stand before what: happens-before, what was seen before who saw it, and what axioms about the
 * linearization ask. Nodes are the operations and, from the number of operations on, moments.
 */
export function knownOrders(problem: KnownProblem, axioms: readonly Axiom[], meter: Meter): OrderGraph {
  const { size, width, sessions, session, position, saw, before, crosses } = problem;
  const byLine = axioms.filter(({ left, path }) => left === "vis" && path.includes("lin"));
  const graph = createOrderGraph(byLine.length === 0 ? size : 2 * size);
  for (let id = 0; id < size; id++) {
    const previous = position[id] === 0 ? -1 : sessions[session[id]][position[id] - 1];
    meter.work((1 + byLine.length) * width);
    if (previous >= 0) graph.add(previous, id, ORDER.happens, -1);
    for (let s = 0; s < width; s++) {
      if (s === session[id]) continue;
      const [own, other] = [id * width + s, previous * width + s];
      // What the one before it in its session follows, it follows.
      if (saw[own] > 0 && (previous < 0 || saw[own] > saw[other]))
        graph.add(sessions[s][saw[own] - 1], id, ORDER.seen, id);
      if (crosses && before[own] > 0 && (previous < 0 || before[own] > before[other]))
        graph.add(sessions[s][before[own] - 1], id, ORDER.happens, -1);
    }
  }
  for (const axiom of byLine) addLineOrders(problem, axiom, graph);
  return graph;
}

/** The first update of a session that the operation did not see; −1 where it saw all, or is the next one itself. */
function firstUnseen(problem: KnownProblem, id: number, s: number): number {
  const { sessions, nextUpdate, saw, width } = problem;
  const count = saw[id * width + s];
  if (count >= sessions[s].length) return -1;
  const next = nextUpdate[sessions[s][count]];
  if (next >= sessions[s].length || sessions[s][next] === id) return -1;
  return sessions[s][next];
}

/**
 * The orders of an axiom `vis ⊇ lin`, `vis ⊇ lin∘vis` or `vis ⊇ vis∘lin` (POPL'19 Table 4), the first also for some
 * methods only. What others of their kind ask is found out in the end, when there is a line.
 */
function addLineOrders(problem: KnownProblem, axiom: Axiom, graph: OrderGraph): void {
  const { size, width, sessions, updates, saw, history } = problem;
  const { relations, passes } = legsOf(problem, axiom);
  const text = relations.join(" ");
  const isPlain = passes.every((ends) => ends === undefined);
  if (text === "lin" && passes[0] === undefined) {
    for (let id = 0; id < size; id++) {
      if (passes[1]?.[history.label[id]] === 0) continue;
      for (let s = 0; s < width; s++) {
        const unseen = firstUnseen(problem, id, s);
        if (unseen >= 0) graph.add(id, unseen, ORDER.unseen, id);
      }
    }
  } else if (text === "lin vis" && isPlain) {
    // The moment of an operation is after all that it saw, and before all that it did not.
    for (let id = 0; id < size; id++)
      for (let s = 0; s < width; s++) {
        if (saw[id * width + s] > 0)
          graph.add(sessions[s][saw[id * width + s] - 1], size + id, ORDER.unseen, id);
        const unseen = firstUnseen(problem, id, s);
        if (unseen >= 0) graph.add(size + id, unseen, ORDER.unseen, id);
      }
  } else if (text === "vis lin" && isPlain) {
    // The moment of an update is before all who saw it, and after all who did not.
    for (const members of sessions) {
      let previous = -1;
      for (const id of members) {
        if (updates[id] === 0) continue;
        if (previous >= 0) graph.add(size + previous, size + id, ORDER.unseen, id);
        previous = id;
      }
    }
    const lastUpdate = lastUpdates(problem);
    for (let id = 0; id < size; id++)
      for (let s = 0; s < width; s++) {
        const count = saw[id * width + s];
        const seen = count === 0 ? -1 : lastUpdate[sessions[s][count - 1]];
        if (seen >= 0) graph.add(size + seen, id, ORDER.unseen, id);
        const unseen = firstUnseen(problem, id, s);
        if (unseen >= 0) graph.add(id, size + unseen, ORDER.unseen, id);
      }
  }
}

/** Operation → the last update of its session up to it, or −1. */
function lastUpdates({ size, sessions, updates }: KnownProblem): Int32Array {
  const last = new Int32Array(size);
  for (const members of sessions) {
    let update = -1;
    for (const id of members) {
      if (updates[id] === 1) update = id;
      last[id] = update;
    }
  }
  return last;
}
