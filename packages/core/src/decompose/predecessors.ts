import { type History, mayBeAbsent } from "../history/history.js";

/**
 * The immediate predecessors of each operation in session order and declared happens-before, as
 * one linked list per operation. Real time is not among them.
 */
export interface Predecessors {
  /** Operation → its first link, or -1. */
  readonly head: Int32Array;
  /** Link → predecessor. */
  readonly from: Int32Array;
  /** Link → next link, or -1. */
  readonly next: Int32Array;
}

/** Session order (each operation after the one before it in its session) and the declared edges. */
export function predecessors(history: History): Predecessors {
  const { size, session, happensBefore } = history;
  const head = new Int32Array(size).fill(-1);
  const from = new Int32Array(size + happensBefore.length / 2);
  const next = new Int32Array(from.length);
  let links = 0;
  const add = (a: number, b: number): void => {
    from[links] = a;
    next[links] = head[b];
    head[b] = links++;
  };
  const last = new Int32Array(history.sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    if (last[session[id]] >= 0) add(last[session[id]], id);
    last[session[id]] = id;
  }
  for (let e = 0; e < happensBefore.length; e += 2) add(happensBefore[e], happensBefore[e + 1]);
  return { head, from, next };
}

/**
 * The operations that must come before `id` if they take effect and that real time (where
 * `useTime`) does not already put there. The list reaches through pending operations, because
 * one that never took effect still passes on the order of its neighbours: what had returned when it
 * was called comes before what follows it. Where `id` itself had, it is in its own list, and no order
 * has a place for it.
 */
export function mustPrecede(
  history: History,
  links: Predecessors,
  id: number,
  useTime: boolean,
): readonly number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  const stack = [id];
  let latestCall = history.call[id];
  for (let at = stack.pop(); at !== undefined; at = stack.pop())
    for (let link = links.head[at]; link >= 0; link = links.next[link]) {
      const before = links.from[link];
      if (seen.has(before)) continue;
      seen.add(before);
      if (!useTime || history.ret[before] >= history.call[id]) found.push(before);
      if (!mayBeAbsent(history, before)) continue;
      stack.push(before);
      latestCall = Math.max(latestCall, history.call[before]);
    }
  if (useTime && latestCall > history.call[id])
    for (let other = 0; other < history.size; other++) {
      const returned = history.ret[other];
      if (returned >= history.call[id] && returned < latestCall && !seen.has(other)) found.push(other);
    }
  return found;
}
