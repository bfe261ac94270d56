import type { Meter } from "../../meter.js";
import { candidatesFor, type Glimpses, knownLast, lowerByOrder } from "./answer-ask.js";
import type { Bounds } from "./bounds.js";
import { type LongTask, type Saturated, saturate } from "./saturate.js";

/** A result with more possible writers than this is not probed. */
const MOST_WRITERS = 8;

/**
 * Tries each of the few updates that may explain a result, in turn; one that saturation contradicts is ruled out for
 * good, which tells more of the others. All of it is proved, each under what was proved before. Goes on for as many
 * steps as it may, and says what is known then.
 */
export function* probe(task: LongTask, meter: Meter, most: number): Generator<void, Saturated> {
  const banned = new Map<number, Set<number>>();
  let best = saturate(task, meter);
  let left = most;
  for (let again = true; again && left > 0; ) {
    again = false;
    if ("contradiction" in best) return best;
    const open = ambiguousResults(task, best.bounds, banned);
    for (const { operation, writers } of open) {
      let ruledOut = 0;
      for (const writer of writers) {
        if (meter.isTurnOver()) yield;
        if (left-- <= 0) return saturate(task, meter, { banned });
        const tried = saturate(task, meter, { banned, assumed: new Map([[operation, writer]]) });
        if (!("contradiction" in tried)) continue;
        const never = banned.get(operation) ?? new Set();
        banned.set(operation, never.add(writer));
        ruledOut++;
        again = true;
      }
      if (ruledOut === writers.length) break;
    }
    if (again) best = saturate(task, meter, { banned });
  }
  return best;
}

/** The results that ask for a last update with several possible writers, those with the fewest first. */
function ambiguousResults(
  { problem, keys }: LongTask,
  bounds: Bounds,
  banned: ReadonlyMap<number, ReadonlySet<number>>,
): { operation: number; writers: readonly number[] }[] {
  if (keys?.asksLast !== true) return [];
  const { size, label, sessions, absentable } = problem;
  const glimpses: Glimpses = sessions.map(() => new Map());
  const found: { operation: number; writers: readonly number[] }[] = [];
  for (let operation = 0; operation < size; operation++) {
    const asks = keys.asks[label[operation]];
    if (asks.length !== 1 || absentable[operation] === 1) continue;
    lowerByOrder(bounds, operation);
    const known = knownLast(bounds, keys, glimpses, operation, asks[0].key);
    if (asks[0].orNone && known.every((seen) => seen < 0)) continue;
    const writers: number[] = [];
    const { count } = candidatesFor(bounds, operation, asks[0], known, { banned }, writers);
    if (count > 1 && count <= MOST_WRITERS) found.push({ operation, writers });
  }
  return found.sort((a, b) => a.writers.length - b.writers.length);
}
