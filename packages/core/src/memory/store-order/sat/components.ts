import type { Meter } from "../../meter.js";
import type { StoreGraph } from "./store-graph.js";

/** The strongly connected components of a graph. */
export interface Components {
  /** Operation → the number of its component. */
  readonly component: Int32Array;
  /** How many components there are; as many as operations where there is no cycle. */
  readonly count: number;
  /** The operations, each component after those that it leads to. */
  readonly reversed: Int32Array;
}

/** Tarjan's algorithm, with a stack of its own: a path may be as long as the history. */
export function findComponents(graph: StoreGraph, meter: Meter): Components {
  const { size, from, to, awaits, afterFrom, after } = graph;
  const component = new Int32Array(size).fill(-1);
  const reversed = new Int32Array(size);
  const found = new Int32Array(size); // 1 + the order of discovery; 0: not yet
  const lowest = new Int32Array(size);
  const edge = new Int32Array(size); // how many of its edges an operation has followed
  const path = new Int32Array(size);
  const open = new Int32Array(size); // found, but of no component yet
  let discovered = 0;
  let opened = 0;
  let placed = 0;
  let count = 0;
  for (let start = 0; start < size; start++) {
    if (found[start] !== 0) continue;
    let depth = 0;
    path[0] = start;
    found[start] = lowest[start] = ++discovered;
    open[opened++] = start;
    while (depth >= 0) {
      meter.step();
      const o = path[depth];
      const fixed = from[o + 1] - from[o];
      const k = awaits[o];
      const degree = fixed + (k < 0 ? 0 : afterFrom[k + 1] - afterFrom[k]);
      let child = -1;
      while (edge[o] < degree && child < 0) {
        const e = edge[o]++;
        const next = e < fixed ? to[from[o] + e] : after[afterFrom[k] + e - fixed];
        if (found[next] === 0) child = next;
        else if (component[next] < 0 && found[next] < lowest[o]) lowest[o] = found[next];
      }
      if (child >= 0) {
        path[++depth] = child;
        found[child] = lowest[child] = ++discovered;
        open[opened++] = child;
        continue;
      }
      if (lowest[o] === found[o]) {
        let member: number;
        do {
          member = open[--opened];
          component[member] = count;
          reversed[placed++] = member;
        } while (member !== o);
        count++;
      }
      if (--depth >= 0 && lowest[o] < lowest[path[depth]]) lowest[path[depth]] = lowest[o];
    }
  }
  return { component, count, reversed };
}
