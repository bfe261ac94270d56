import { createRandom } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { orderOfRow } from "./frontier.js";
import { shaken, type Weights } from "./order-cost.js";
import type { OrderPlace } from "./order-place.js";
import { createOrderRows, type OrderRows } from "./order-rows.js";
import { createOrderWays } from "./order-ways.js";

/** A type whose states are small numbers: what the search in layers asks of it. */
export interface LayeredMachine {
  /** How many contents and numbers a row has, and the numbers at the start; contents are 0 then. */
  readonly slots: number;
  readonly objects: number;
  readonly start: Float64Array;
  /**
   * @param moments operation → its guessed place in the order
   * @param blame operation → what it counts for, by how often it was left behind
   */
  createPlace(rows: OrderRows, moments: Float64Array, blame: Float64Array): OrderPlace;
  /** Whether two rows lead to the same contents, each by an update; absent where marks tell that for certain. */
  isSame?(rows: OrderRows, row: number, update: number, otherRow: number, otherUpdate: number): boolean;
}

/** What the search for one order goes by. */
export interface LayeredGuide {
  readonly bounds: Bounds;
  readonly machine: LayeredMachine;
  /** Operation → its guessed place in the order; agrees with what is known to stand before what. */
  readonly moments: Float64Array;
  readonly meter: Meter;
}

/** How an attempt goes. */
export interface LayeredAttempt {
  /** How many beginnings are followed. */
  readonly width: number;
  /** Whether it gives up rather than leave a beginning out, and tells configurations apart for certain. */
  readonly isExact: boolean;
  readonly weights: Weights;
  readonly seed: number;
}

/** The most beginnings that are followed over a bad place; after how many retries there they are twice as many. */
const [WIDEST, RETRIES_EACH] = [8192, 2];
/** How often it goes back for one query. */
const RETRIES = 12;
/** How many operations later than it was guessed to happen a query is waited for. */
const PATIENCE = 100;
/** How many layers before a query it goes back at first; and how many after it are looked at more widely. */
const [BACK, ON] = [4, 8];
/** How many layers past the place where it ended are looked at more widely, if that is not too far from the query. */
const [PAST, FAR] = [3, 64];

/**
 * Looks for one order of all operations that explains each result by all before it, of a type that is small numbers.
 * Layer by layer, each with one more update, the most promising beginnings are followed, with every query placed as
 * soon as it is explained, which is never worse than later: it changes nothing, and what must stand before it does.
 * Where none can go on, or a query waits for much longer than was guessed, it is that query which was missed, maybe long
 * ago: the search goes back to before its moment, and follows more beginnings past it, by somewhat other weights, of
 * which this query has more.
 *
 * "none" where the attempt is exact and none can go on: all that have so many updates were then in the layer, each
 * configuration of positions and contents once (equal ones have equal futures), but for those that hold an update too
 * early by what is known of all solutions, or leave a query without any update that could still explain it.
 */
export function* layeredOrder(
  { bounds, machine, moments, meter }: LayeredGuide,
  attempt: LayeredAttempt,
): Generator<void, readonly number[] | "stuck" | "none"> {
  const { problem } = bounds;
  const { size, sessions, updates } = problem;
  const sessionCount = sessions.length;
  const random = createRandom(attempt.seed);
  const due = moments.filter((_, operation) => updates[operation] === 1).sort();
  const blame = new Float64Array(size).fill(1);
  const rows = createOrderRows(sessionCount, machine.slots, machine.objects, meter);
  const ways = createOrderWays(problem, machine, rows, attempt.isExact);
  const place = machine.createPlace(rows, moments, blame);
  const tries = new Map<number, number>();

  rows.count = 1;
  rows.parent[0] = rows.update[0] = -1;
  rows.numbers.set(machine.start);
  place.enter(0);
  place.settle();
  rows.placed.set(place.placed);
  /** Layer → its first row. */
  const first = [0];
  let { width, weights } = attempt;
  let wideUntil = -1;
  let isTruncated = false;
  for (let layer = 0; ; layer++) {
    if (meter.isTurnOver()) yield;
    if (layer > wideUntil && width !== attempt.width) {
      ({ width, weights } = attempt);
      rows.count = Math.min(rows.count, first[layer] + width);
    }
    const now = due[Math.min(layer + 1, due.length - 1)] ?? 0;
    ways.clear();
    for (let row = first[layer]; row < rows.count; row++) {
      if (isWhole(row)) return orderOfRow(problem, rows, place, place.enter, row);
      for (let s = 0; s < sessionCount; s++) {
        if (!place.take(row, s)) continue;
        meter.visit();
        const mark = place.mark();
        place.settle();
        if (ways.add(row, s, mark, place.placed)) ways.cost[ways.count - 1] = place.cost(now, weights);
      }
    }
    const { cost } = ways;
    const kept: number[] = [];
    for (let way = 0; way < ways.count; way++) if (cost[way] < Infinity) kept.push(way);
    if (kept.length === 0 && !isTruncated) return attempt.isExact ? "none" : "stuck";
    kept.sort((a, b) => cost[a] - cost[b]);
    if (kept.length > width) {
      if (attempt.isExact) return "stuck";
      isTruncated = true;
      kept.length = width;
    }
    const missed =
      kept.length === 0
        ? longestWaiting(rows.placed, first[layer], now, -Infinity)
        : longestWaiting(ways.placed, kept[0], now, attempt.isExact ? Infinity : PATIENCE);
    if (kept.length === 0 || missed >= 0) {
      const retry = (tries.get(missed) ?? 0) + 1;
      if (retry > RETRIES || missed < 0) return "stuck";
      isTruncated = true;
      tries.set(missed, retry);
      blame[missed]++;
      const grade = Math.floor(retry / RETRIES_EACH);
      width = Math.min(WIDEST, attempt.width * (2 << grade));
      weights = shaken(attempt.weights, random);
      const at = layerAt(due, moments[missed]);
      const back = Math.max(0, Math.min(layer, at) - (BACK << grade));
      wideUntil = Math.max(at + ON + (BACK << grade), Math.min(layer + PAST, at + FAR));
      rows.count = first[back + 1] ?? rows.count;
      first.length = back + 1;
      layer = back - 1;
      continue;
    }
    if (!rows.reserve(kept.length)) return "stuck";
    first[layer + 1] = rows.count;
    for (const way of kept) {
      const [row, s] = [ways.row[way], ways.session[way]];
      const added = rows.count++;
      place.take(row, s);
      place.store(added);
      rows.parent[added] = row;
      rows.update[added] = sessions[s][rows.placed[row * sessionCount + s]];
      rows.mark[added] = ways.mark[way];
      for (let t = 0; t < sessionCount; t++)
        rows.placed[added * sessionCount + t] = ways.placed[way * sessionCount + t];
    }
  }

  function isWhole(row: number): boolean {
    for (let s = 0; s < sessionCount; s++)
      if (rows.placed[row * sessionCount + s] < sessions[s].length) return false;
    return true;
  }

  /** The query that waits for longest, and longer than so, where sessions have come as far as the row tells; or -1. */
  function longestWaiting(placed: Int32Array, row: number, now: number, least: number): number {
    let found = -1;
    let longest = least;
    for (let s = 0; s < sessionCount; s++) {
      const head = sessions[s][placed[row * sessionCount + s]] ?? -1;
      if (head < 0 || updates[head] === 1 || now - moments[head] <= longest) continue;
      found = head;
      longest = now - moments[head];
    }
    return found;
  }
}

/** The layer in which an operation of that moment is due. */
export function layerAt(due: Float64Array, moment: number): number {
  let [low, high] = [0, due.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (due[middle] < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
