import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { type ContainerMethods, contentsOf, type Contents } from "./contents.js";
import { type Intervals, nextUncovered } from "./coverage.js";
import { neverEmpty } from "./never-empty.js";
import { insertAnywhere, type Moments, momentsOf } from "./moments.js";
import { createPlacing } from "./placing.js";
import { defineMonitor, satisfied, violation, words } from "./monitor.js";
import { frontOrder, lineOfValues, type OrderClash, wrongOrder } from "./front-order.js";
import { type QueueValues, queueValues } from "./queue-values.js";

const methods: ContainerMethods = {
  insert: "offer",
  inserted: true,
  remove: "poll",
  queries: new Set(["peek", "size", "isEmpty", "toArray"]),
  peeks: true,
};

/**
 * Decides queues to which each value is offered at most once, by the bad patterns of Bouajjani,
 * Emmi, Enea and Hamza ("On reducing linearizability to state reachability", ICALP 2015) in
 * O(n log n): a value taken twice, or before it was offered; two values taken in the wrong order;
 * a queue seen empty while there was always a value in it. Peeks are supported beyond the paper.
 *
 * It refuses (see `contentsOf`) values offered twice, removals without a result, sizes other than
 * zero, `isEmpty() => false`, `toArray` and `clear`, and queues that do not start empty.
 */
export const queueMonitor = defineMonitor((part) => {
  const contents = contentsOf(part, methods);
  if (contents === undefined || "verdict" in contents) return contents;
  const moments = momentsOf(part);
  const values = queueValues(part, moments, contents);
  if ("verdict" in values) return values;
  const front = frontOrder(values);
  if ("a" in front) return clashing(part, contents, values, front);
  const clash = wrongOrder(values, front);
  if (clash !== undefined) return clashing(part, contents, values, clash);

  const present: Intervals = { from: values.inside, to: values.last };
  const uncovered = nextUncovered(present, moments.count);
  const cuts: number[] = [];
  for (const row of contents.empty) {
    const gap = uncovered[moments.call[row]];
    if (gap >= moments.ret[row])
      return neverEmpty(part, moments, row, present, (value) => [
        contents.insert[value],
        values.insideRow[value],
        values.lastRow[value],
      ]);
    cuts.push(gap);
  }
  const order = linearize(moments, contents, values, cuts, (stage) => lineOfValues(values, front, stage));
  return satisfied(part, insertAnywhere(moments, order, contents.free));
});

/**
 * All operations at the earliest gaps that the line of values allows. At a cut the queue is empty:
 * a value that was inside by then has come and gone before it, every other comes after it.
 */
function linearize(
  moments: Moments,
  contents: Contents,
  values: QueueValues,
  cuts: readonly number[],
  lineFor: (stage: Int32Array) => Int32Array,
): Int32Array {
  const { call } = moments;
  const { insert, remove, firstPeek, nextPeek, empty } = contents;
  const cutBefore = new Int32Array(moments.count + 2).fill(-1); // rank → the latest cut below it
  const cutNumber = new Int32Array(moments.count + 2);
  for (const cut of cuts) cutBefore[cut + 1] = cut;
  for (let rank = 1; rank < cutBefore.length; rank++) {
    cutNumber[rank] = cutNumber[rank - 1] + (cutBefore[rank] >= 0 ? 1 : 0);
    if (cutBefore[rank] < 0) cutBefore[rank] = cutBefore[rank - 1];
  }
  const line = lineFor(values.inside.map((rank) => cutNumber[rank]));

  const placing = createPlacing(call.length);
  const offerGap = new Int32Array(values.count);
  // In one gap: offers and fronts of the values before a cut, the cut, then those of the values after it.
  const place = (row: number, value: number, gap: number, kind: 0 | 1): void => {
    placing.put(row, 6 * gap + kind + (gap === cutBefore[values.inside[value]] ? 3 : 0));
  };
  let gap = 0;
  for (const value of line) {
    gap = Math.max(gap, values.offered[value], cutBefore[values.inside[value]]);
    offerGap[value] = gap;
    place(insert[value], value, gap, 0);
  }
  gap = 0;
  for (const value of line) {
    gap = Math.max(gap, offerGap[value]);
    for (let peek = firstPeek[value]; peek >= 0; peek = nextPeek[peek])
      place(peek, value, (gap = Math.max(gap, call[peek])), 1);
    if (remove[value] >= 0) place(remove[value], value, (gap = Math.max(gap, call[remove[value]])), 1);
  }
  empty.forEach((row, i) => placing.put(row, 6 * cuts[i] + 2));
  return placing.order();
}

/** Words for two values, each of which would have to leave the queue before the other. */
function clashing(part: Part, contents: Contents, values: QueueValues, clash: OrderClash): Found {
  const { firstRow, lastRow, insideRow } = values;
  const { insert } = contents;
  const { a, b, via, byOffers } = clash;
  const rows = [insert[a], insert[b], firstRow[b], lastRow[a]];
  const leftBefore = (x: number, y: number): string => {
    rows.push(firstRow[x], lastRow[y]);
    return lastRow[y] < 0
      ? `${words(part, firstRow[x])}, while no operation polls what ${words(part, insert[y])} put in`
      : `${words(part, firstRow[x])} returned before ${words(part, lastRow[y])} was called`;
  };
  let why: string;
  if (byOffers) {
    rows.push(insideRow[a]);
    why = `${words(part, insideRow[a])} returned before ${words(part, insert[b])} was called`;
  } else why = leftBefore(a, b);
  const but = via < 0 ? leftBefore(b, a) : `${leftBefore(b, via)}, and ${leftBefore(via, a)}`;
  if (via >= 0) rows.push(insert[via]);
  return violation(part, rows, `${why}, but ${but}: first in must be first out`);
}
