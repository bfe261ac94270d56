import type { Meter } from "../../meter.js";
import type { Components } from "./components.js";
import type { StoreGraph } from "./store-graph.js";

const NOT_REACHED = 0x7fffffff;

/** Finds cycles that rest on few decisions. */
export interface CycleFinder {
  /**
   * The literals of a cycle through a write, as few as can be; `undefined` where no cycle has it. Their
   * conjunction is what the history refutes.
   */
  through(write: number, components: Components): number[] | undefined;
}

/**
 * Shortest paths by breadth-first search where an edge that holds in any case costs nothing and one
 * that the store order decides costs one (0–1 search); nothing is allocated but the answer.
 */
export function createCycleFinder(graph: StoreGraph, meter: Meter): CycleFinder {
  const { size, from, to, awaits, afterFrom, after, literal } = graph;
  const cost = new Int32Array(size).fill(NOT_REACHED);
  const parent = new Int32Array(size);
  const by = new Int32Array(size); // the literal of the edge from the parent, or 0
  const touched = new Int32Array(size);
  let touches = 0;
  // Operations whose edges are to be followed. Each is pushed at most twice: found dear, then cheaper.
  let now: number[] = [];
  let later: number[] = [];

  const reach = (o: number, next: number, literalOfEdge: number, price: number): void => {
    if (cost[next] === NOT_REACHED) touched[touches++] = next;
    cost[next] = price;
    parent[next] = o;
    by[next] = literalOfEdge;
  };
  const follow = (o: number, level: number, component: Int32Array): void => {
    const own = component[o];
    for (let i = from[o]; i < from[o + 1]; i++)
      if (component[to[i]] === own && cost[to[i]] > level) {
        reach(o, to[i], 0, level);
        now.push(to[i]);
      }
    const k = awaits[o];
    if (k < 0) return;
    for (let i = afterFrom[k]; i < afterFrom[k + 1]; i++)
      if (component[after[i]] === own && cost[after[i]] > level + 1) {
        reach(o, after[i], literal[i], level + 1);
        later.push(after[i]);
      }
  };
  return {
    through(write, { component }) {
      for (let i = 0; i < touches; i++) cost[touched[i]] = NOT_REACHED;
      touches = 0;
      now.length = later.length = 0;
      let level = 0;
      follow(write, level, component);
      for (;;) {
        for (let o = now.pop(); o !== undefined; o = now.pop()) {
          meter.step();
          if (cost[o] !== level) continue; // was reached at less
          if (o === write) return literalsTo(write);
          follow(o, level, component);
        }
        if (later.length === 0) return undefined;
        [now, later] = [later, now];
        level++;
      }
    },
  };

  /** The literals on the way from the write round to itself. */
  function literalsTo(write: number): number[] {
    const literals: number[] = [];
    let o = write;
    do {
      if (by[o] !== 0) literals.push(by[o]);
      o = parent[o];
    } while (o !== write);
    return literals;
  }
}
