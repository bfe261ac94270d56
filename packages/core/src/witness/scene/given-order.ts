import type { History } from "../../history/history.js";

/** Whether one operation happens before another, by what the history says. */
export type GivenOrder = (a: number, b: number) => boolean;

/**
 * Happens-before: session order, declared edges and, where asked, real time, transitively, through all operations,
 * whether or not they took effect.
 */
export function givenOrder(history: History, realTime: boolean): GivenOrder {
  const { size, session, call, ret, happensBefore: edges } = history;
  const timed = realTime && history.timed;
  /** Those that come after an operation. */
  const after = (a: number): Uint8Array => {
    const found = new Uint8Array(size);
    let [changed, earliest] = [true, ret[a]];
    const reach = (id: number): void => {
      if (found[id] === 0) found[id] = 1;
      else return;
      changed = true;
    };
    while (changed) {
      changed = false;
      for (let at = 0; at < edges.length; at += 2)
        if (edges[at] === a || found[edges[at]] === 1) reach(edges[at + 1]);
      const begun = new Set<number>(); // sessions
      for (let id = 0; id < size; id++) {
        if (begun.has(session[id]) || (timed && earliest < call[id])) reach(id);
        if (id !== a && found[id] === 0) continue;
        begun.add(session[id]);
        earliest = Math.min(earliest, ret[id]);
      }
    }
    return found;
  };
  const rows = new Map<number, Uint8Array>();
  return (a, b) => {
    const row = rows.get(a) ?? after(a);
    rows.set(a, row);
    return row[b] === 1;
  };
}
