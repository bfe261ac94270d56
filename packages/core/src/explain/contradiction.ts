import { mustPrecede, predecessors } from "../decompose/order.js";
import { type History, labelOf, PENDING } from "../history/history.js";
import { printOperation } from "../history/print.js";
import type { Violation } from "../result.js";

/**
 * Two operations that real time orders one way, and session order or declared happens-before the
 * other: no linearization can exist, whatever the results.
 */
export function contradiction(history: History): Violation | undefined {
  const links = predecessors(history);
  for (let id = 0; id < history.size; id++) {
    if (history.ret[id] === PENDING) continue;
    for (const before of mustPrecede(history, links, id, true)) {
      if (history.ret[id] >= history.call[before] || history.ret[before] === PENDING) continue;
      const why =
        history.session[before] === history.session[id] ? "session order" : "declared happens-before";
      const [a, b] = [before, id].map((one) => `#${one} ${printOperation(labelOf(history, one))}`);
      return {
        kind: "cycle",
        operations: [before, id],
        reason: `${why} puts ${a} before ${b}, but in real time the second had returned before the first was called`,
      };
    }
  }
  return undefined;
}
