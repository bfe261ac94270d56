import { type History, PENDING } from "../../history/history.js";
import { words } from "../execution.js";
import type { Recording } from "./recording.js";

/**
 * Happens-before as vectors, computed along the linearization: `[operation * sessions + s]` is how many operations
 * of session s happen before. In words, where the linearization does not include it.
 */
export function happensBeforeAlong(
  { history, order, place, members, position, work }: Recording,
  orderName: "session" | "realtime",
): Int32Array | string {
  const { size, session, happensBefore: edges } = history;
  const width = members.length;
  const before = new Int32Array(size * width);
  const take = (to: number, from: number): void => {
    for (let s = 0; s < width; s++)
      if (before[from * width + s] > before[to * width + s])
        before[to * width + s] = before[from * width + s];
    const own = to * width + session[from];
    if (before[own] <= position[from]) before[own] = position[from] + 1;
  };
  const declared = new Map<number, number[]>();
  for (let at = 0; at < edges.length; at += 2) {
    const list = declared.get(edges[at + 1]);
    if (list === undefined) declared.set(edges[at + 1], [edges[at]]);
    else list.push(edges[at]);
  }
  const time = orderName === "realtime" && history.timed ? returnsOf(history) : undefined;
  for (let at = 0; at < order.length; at++) {
    const id = order[at];
    work((time === undefined ? 1 : width) * width);
    const direct = declared.get(id) ?? [];
    if (position[id] > 0) direct.push(members[session[id]][position[id] - 1]);
    for (const earlier of direct) {
      if (place[earlier] > at) return tell(history, id, earlier);
      take(id, earlier);
    }
    for (let s = 0; time !== undefined && s < width; s++) {
      // Of each session the last that had returned: what it follows is before, too, and so on.
      const earlier = time.lastReturned(members[s], id);
      if (earlier === undefined) continue;
      if (place[earlier] > at) return tell(history, id, earlier);
      take(id, earlier);
    }
  }
  return before;
}

const tell = (history: History, id: number, earlier: number): string =>
  `${words(history, id)} stands before ${words(history, earlier)} which happens before it`;

/** Which of a session's operations had returned before an operation was called. */
function returnsOf({ call, ret }: History): {
  lastReturned(members: Int32Array, id: number): number | undefined;
} {
  const latest = new Map<Int32Array, Int32Array>(); // session → the latest return among its operations from each on, from behind
  return {
    lastReturned(members, id) {
      let least = latest.get(members);
      if (least === undefined) {
        least = new Int32Array(members.length);
        let soonest = PENDING;
        for (let at = members.length - 1; at >= 0; at--) {
          soonest = Math.min(soonest, ret[members[at]]);
          least[at] = soonest;
        }
        latest.set(members, least);
      }
      // The last position whose operation, or one after it, had returned: returns need not follow session order.
      let [low, high] = [0, members.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (least[middle] < call[id]) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? undefined : members[low - 1];
    },
  };
}
