import { predecessors } from "../decompose/predecessors.js";
import { type History, labelOf, PENDING } from "../history/history.js";
import { printOperation } from "../history/print.js";
import type { Violation } from "../result.js";
import { fingerprint } from "../text/fingerprint.js";

/**
 * Two operations that real time orders one way, and session order or declared happens-before the
 * other: no linearization can exist, whatever the results. Every cycle of the orders comes down to
 * such a pair: of two steps in real time, a < b and c < d, one also leads from a to d or from c to b.
 * The first of the pair may be pending: even if it never took effect, what had returned before its call
 * comes before all that follows it.
 */
export function contradiction(history: History): Violation | undefined {
  if (!history.timed) return undefined;
  const latest = latestBefore(history);
  for (let id = 0; id < history.size; id++) {
    const before = latest[id];
    if (before < 0 || history.ret[id] === PENDING || history.ret[id] >= history.call[before]) continue;
    const why = history.session[before] === history.session[id] ? "session order" : "declared happens-before";
    const [a, b] = [before, id].map((one) => `#${one} ${printOperation(labelOf(history, one))}`);
    return {
      kind: "cycle",
      operations: [before, id],
      cause: fingerprint(`${why} against real time`),
      reason: `${why} puts ${a} before ${b}, but in real time the second had returned before the first was called`,
    };
  }
  return undefined;
}

/**
 * Operation → of those that session order and happens-before put before it, the one called last; -1 where there is none. Each operation is visited once all before it have been.
 */
function latestBefore(history: History): Int32Array {
  const { size, call } = history;
  const { head, from, next } = predecessors(history);
  const latest = new Int32Array(size).fill(-1);
  const done = new Uint8Array(size);
  const later = (a: number, b: number): number => (a < 0 || (b >= 0 && call[b] > call[a]) ? b : a);
  const visit: number[] = [];
  for (let start = 0; start < size; start++) {
    visit.push(start);
    for (let id = visit.at(-1); id !== undefined; id = visit.at(-1)) {
      const open = visit.length;
      if (done[id] === 0)
        for (let link = head[id]; link >= 0; link = next[link])
          if (done[from[link]] === 0) visit.push(from[link]);
      if (visit.length > open) continue; // first what comes before
      visit.pop();
      if (done[id] === 1) continue;
      done[id] = 1;
      for (let link = head[id]; link >= 0; link = next[link]) {
        latest[id] = later(latest[id], later(latest[from[link]], from[link]));
      }
    }
  }
  return latest;
}
