import type { History } from "../../history/history.js";

/** Whether one operation happens before another, by what the history says. */
export interface GivenOrder {
  (a: number, b: number): boolean;
  /** Operation → 1 if it happens before this one. */
  past(b: number): Uint8Array;
}

/**
 * Happens-before: session order, declared edges and, where asked, real time, transitively, through all operations,
 * whether or not they took effect.
 */
export function givenOrder(history: History, realTime: boolean): GivenOrder {
  const { size, session, call, ret, happensBefore: edges } = history;
  const timed = realTime && history.timed;
  /** Those that come after an operation (`to` 1), or before it (`to` 0). */
  const reached = (a: number, to: 0 | 1): Uint8Array => {
    const found = new Uint8Array(size);
    let [changed, bound] = [true, to === 1 ? ret[a] : call[a]];
    const reach = (id: number): void => {
      if (found[id] === 0) found[id] = 1;
      else return;
      changed = true;
    };
    while (changed) {
      changed = false;
      for (let at = 0; at < edges.length; at += 2) {
        const [near, far] = [edges[at + 1 - to], edges[at + to]];
        if (near === a || found[near] === 1) reach(far);
      }
      const begun = new Set<number>(); // sessions
      for (let at = 0; at < size; at++) {
        const id = to === 1 ? at : size - 1 - at;
        if (begun.has(session[id]) || (timed && (to === 1 ? bound < call[id] : ret[id] < bound))) reach(id);
        if (id !== a && found[id] === 0) continue;
        begun.add(session[id]);
        bound = to === 1 ? Math.min(bound, ret[id]) : Math.max(bound, call[id]);
      }
    }
    return found;
  };
  const rows = [new Map<number, Uint8Array>(), new Map<number, Uint8Array>()] as const;
  const row = (a: number, to: 0 | 1): Uint8Array => {
    const known = rows[to].get(a) ?? reached(a, to);
    rows[to].set(a, known);
    return known;
  };
  const before = (a: number, b: number): boolean => (rows[0].get(b)?.[a] ?? row(a, 1)[b]) === 1;
  return Object.assign(before, { past: (b: number) => row(b, 0) });
}
