import type { History } from "../../history/history.js";

/** Whether one operation happens before another, by what the history says. */
export type GivenOrder = (a: number, b: number) => boolean;

/**
 * Happens-before: session order, declared edges and, where asked, real time, transitively, through all
 * operations. What comes after an operation is found when it is first asked for.
 */
export function givenOrder(history: History, realTime: boolean): GivenOrder {
  const { size, session, call, ret, happensBefore } = history;
  const rows = new Map<number, Uint8Array>();
  const declared = new Map<number, number[]>();
  for (let at = 0; at < happensBefore.length; at += 2) {
    const list = declared.get(happensBefore[at]);
    if (list === undefined) declared.set(happensBefore[at], [happensBefore[at + 1]]);
    else list.push(happensBefore[at + 1]);
  }
  const next = new Int32Array(size).fill(-1);
  const last = new Map<number, number>();
  for (let id = 0; id < size; id++) {
    const previous = last.get(session[id]);
    if (previous !== undefined) next[previous] = id;
    last.set(session[id], id);
  }
  const timed = realTime && history.timed;
  const latestCallFirst = timed ? Array.from(call.keys()).sort((a, b) => call[b] - call[a]) : [];

  const after = (a: number): Uint8Array => {
    const reached = new Uint8Array(size);
    const todo = [a];
    let called = 0; // of `latestCallFirst`, so many are reached by real time
    const reach = (id: number): void => {
      if (id < 0 || reached[id] === 1) return;
      reached[id] = 1;
      todo.push(id);
    };
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      reach(next[id]);
      declared.get(id)?.forEach(reach);
      while (called < latestCallFirst.length && ret[id] < call[latestCallFirst[called]])
        reach(latestCallFirst[called++]);
    }
    return reached;
  };
  return (a, b) => {
    let row = rows.get(a);
    if (row === undefined) rows.set(a, (row = after(a)));
    return row[b] === 1;
  };
}
