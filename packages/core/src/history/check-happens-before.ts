import { HistoryError } from "./error.js";
import type { History } from "./history.js";

/** Refuses declared happens-before edges that form a cycle with each other or with session order. */
export function checkHappensBefore(history: History): void {
  const { size, happensBefore: edges, session } = history;
  if (edges.length === 0) return;
  // Kahn's algorithm over session order and the declared edges.
  const indegree = new Int32Array(size);
  const firstEdge = new Int32Array(size).fill(-1);
  const nextEdge = new Int32Array(edges.length / 2);
  for (let e = 0; e < nextEdge.length; e++) {
    nextEdge[e] = firstEdge[edges[2 * e]];
    firstEdge[edges[2 * e]] = e;
    indegree[edges[2 * e + 1]]++;
  }
  const nextInSession = new Int32Array(size).fill(-1);
  const last = new Int32Array(history.sessions.length).fill(-1);
  for (let i = 0; i < size; i++) {
    const previous = last[session[i]];
    if (previous >= 0) {
      nextInSession[previous] = i;
      indegree[i]++;
    }
    last[session[i]] = i;
  }
  const ready: number[] = [];
  for (let i = 0; i < size; i++) if (indegree[i] === 0) ready.push(i);
  let done = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    done++;
    for (let e = firstEdge[id]; e >= 0; e = nextEdge[e])
      if (--indegree[edges[2 * e + 1]] === 0) ready.push(edges[2 * e + 1]);
    if (nextInSession[id] >= 0 && --indegree[nextInSession[id]] === 0) ready.push(nextInSession[id]);
  }
  if (done === size) return;
  // Every operation left lies on a cycle or after one; name an edge whose ends are both left.
  for (let e = 0; e < nextEdge.length; e++)
    if (indegree[edges[2 * e]] > 0 && indegree[edges[2 * e + 1]] > 0)
      throw new HistoryError(
        "SL1006",
        `happens-before has a cycle through operations ${edges[2 * e]} and ${edges[2 * e + 1]}`,
        ["happensBefore", e],
      );
}
