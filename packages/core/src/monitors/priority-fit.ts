import type { Moments } from "./moments.js";
import type { Nearest } from "./nearest.js";
import type { PriorityElement } from "./priority-elements.js";

/** When an element is in the queue: added at gap `from`, removed at gap `to` (the number of gaps: never). */
export interface Stay {
  readonly from: number;
  readonly to: number;
}

/** The operation for which there is no room, and what stands in its way. */
export interface Misfit {
  readonly row: number;
  readonly problem: "hidden" | "early" | "late" | "missed";
}

/**
 * The stay of one element that hides the fewest moments from smaller ones, given the gaps (`clear`)
 * in which no larger element must be present all along.
 *
 * A `max` that found the element needs a clear gap of its own within the stay. So the stay begins
 * no later than the last clear gap of each such `max`, and ends no earlier than the first. These
 * bounds hold for every linearization, since by induction the larger elements hide at least what
 * they hide here. The stay between the bounds is best; if it holds no clear gap where one is
 * needed, it must reach out to the nearest one before or after. What it covers on the way is
 * hidden anyway, so for smaller elements both are as good: the element's own misses decide.
 */
export function fit(element: PriorityElement, moments: Moments, clear: Nearest): Stay | Misfit {
  const { call, ret, count } = moments;
  const { add, rem, largest, found } = element;
  let [latest, latestRow] = [ret[add] - 1, add];
  let [earliest, earliestRow] = [-1, -1];
  const bound = (row: number, low: number, high: number): void => {
    if (high < latest) [latest, latestRow] = [high, row];
    if (low > earliest) [earliest, earliestRow] = [low, row];
  };
  for (const row of largest) {
    const low = clear.above(call[row]);
    if (low >= ret[row]) return { row, problem: "hidden" };
    bound(row, low, clear.below(ret[row] - 1));
  }
  for (const row of found) bound(row, call[row], ret[row] - 1);
  if (latest < call[add]) return { row: latestRow, problem: "early" };

  const fitsMisses = ({ from, to }: Stay): number | undefined =>
    element.missed.find((row) => call[row] > from && ret[row] <= to);
  let misfit: Misfit | undefined;
  if (rem >= 0) {
    const stays = staysUntil(element, moments, clear, latest, Math.max(earliest, call[rem]));
    for (const stay of stays) {
      const missed = fitsMisses(stay);
      if (missed === undefined) return stay;
      misfit = { row: missed, problem: "missed" };
    }
    misfit ??= { row: earliestRow >= 0 ? earliestRow : rem, problem: "late" };
  }
  // A removal that came before the add, or never, did nothing: the element stays.
  if (rem >= 0 && ret[rem] !== count && call[rem] > latest) return misfit as Misfit;
  const stay = { from: latest, to: count };
  const missed = fitsMisses(stay);
  return missed === undefined ? stay : (misfit ?? { row: missed, problem: "missed" });
}

/** The best stays that end with the removal: one, or two that hide the same from smaller elements. */
function staysUntil(
  { add, rem, largest }: PriorityElement,
  { call, ret }: Moments,
  clear: Nearest,
  latest: number,
  earliest: number,
): Stay[] {
  const lastEnd = ret[rem] - 1;
  if (earliest > lastEnd || call[add] > lastEnd) return [];
  const long = latest <= earliest;
  // Where the bounds overlap, the stay may be one moment anywhere between these two.
  const from = long ? latest : Math.max(call[add], earliest);
  const to = long ? earliest : Math.min(latest, lastEnd);
  const lacksClear = largest.some(
    (row) => clear.above(Math.max(call[row], from)) > Math.min(ret[row] - 1, to),
  );
  if (!lacksClear) {
    if (long) return [{ from, to }];
    const moment = largest.length === 0 ? from : clear.above(from);
    return [{ from: moment, to: moment }];
  }
  const before = clear.below(from);
  const after = clear.above(to);
  return [
    ...(before >= call[add] ? [{ from: before, to: earliest }] : []),
    ...(after <= lastEnd ? [{ from: latest, to: after }] : []),
  ];
}
