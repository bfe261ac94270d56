import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { costOfDelay, type Weights } from "./order-cost.js";
import type { ElementMachine } from "./element-machine.js";
import { createFrontier, orderOfRow } from "./frontier.js";
import { layerAt } from "./layered-order.js";
import { createOrderRows } from "./order-rows.js";
import { createOrderWays } from "./order-ways.js";

/** What is said of an element that may be any, and that nobody is to find. */
export const ANY = 0;

/** Beginnings of one order of a queue's operations, by how many updates they have, where it is said which value is put there when. */
export interface TableLayers {
  /** Which element it is, of all that are put → its value; `ANY` where nobody finds it. */
  readonly table: Int32Array;
  /**
   * Goes on from a layer, at most to another, with no more beginnings than so: the last layer that has any, and in which
   * no query waits for much longer than was guessed; of that with all updates one in which all queries are placed.
   */
  run(from: number, to: number, most: number): Generator<void, number>;
  /** The query that waits for too long where the run ended; or -1. */
  missed: number;
  /** The layer in which an operation is due. */
  layerOf(operation: number): number;
  /** Operation → what it counts for where beginnings are compared. */
  readonly blame: Float64Array;
  /** The last layer in which nobody has come to the place: who puts, or what is in front. */
  lastBeforePut(place: number): number;
  lastBeforeFront(place: number): number;
  /** How many layers there are if all is placed. */
  readonly whole: number;
  /** Of some beginnings of a layer: how far sessions have come, how many were put, and how many of these are gone. */
  look(layer: number, most: number, each: (placed: Int32Array, put: number, gone: number) => void): void;
  /** The order, from a beginning that is whole. */
  order(): readonly number[];
}

/** How many places after the front it is looked for what a query waits for; and what is said of one that is not near. */
const [NEAR, FAR] = [6, 40];
/** How many moments it takes until one more is taken away, as a guess. */
const A_TAKE = 4;
/** How many operations later than it was guessed to happen a query is waited for. */
const PATIENCE = 50;

/**
 * Where a table says which value is put when, what is in front is told by how many are gone: a beginning is how far
 * each session has come, and the size. Nothing is left out up to a width, beyond it what promises least.
 */
export function createTableLayers(
  bounds: Bounds,
  { does, valueOf, finds, told }: ElementMachine,
  moments: Float64Array,
  weights: Weights,
  meter: Meter,
): TableLayers {
  const { problem, width } = bounds;
  const { sessions, updates, size: count } = problem;
  const due = moments.filter((_, operation) => updates[operation] === 1).sort();
  const table = new Int32Array(count + 1);
  const rows = createOrderRows(width, 2, 0, meter);
  const ways = createOrderWays(problem, {}, rows, false);
  const placed = new Int32Array(width);
  const blame = new Float64Array(count).fill(1);
  let [size, put] = [0, 0];
  /** Layer → its first row, and the most that were put and that are gone after any of its rows. */
  const first: number[] = [0];
  const mostPut: number[] = [0];
  const mostGone: number[] = [0];
  const isExplained = (operation: number): boolean => {
    const found = finds[operation];
    if (found === 0 && size > 0) return false;
    if (found > 0 && (size === 0 || table[put - size] !== found)) return false;
    const tells = told[operation];
    return tells === -1 || (tells === -2 ? size > 0 : size === tells);
  };
  /** How many moments until who waits for a value may find it, as a guess. */
  const awayFrom = (value: number): number => {
    for (let at = 0; at < NEAR; at++) if (table[put - size + at] === value) return at * A_TAKE;
    return FAR;
  };
  const frontier = createFrontier(bounds, placed, isExplained);
  const { settle } = frontier;
  const enter = (row: number): void => {
    size = rows.contents[2 * row];
    put = rows.contents[2 * row + 1];
    frontier.enter(rows, row);
  };
  const take = (row: number, s: number): boolean => {
    enter(row);
    const head = frontier.nextUpdate(s);
    if (head < 0) return false;
    if (does[head] === 1) {
      if (table[put] !== ANY && table[put] !== valueOf[head]) return false;
      size++;
      put++;
    } else if (size > 0) size--;
    placed[s]++;
    return true;
  };
  const { distance, away } = weights;
  const cost = (now: number): number => {
    let sum = 0;
    for (let s = 0; s < width; s++) {
      if (placed[s] === sessions[s].length) continue;
      const head = sessions[s][placed[s]];
      const isUpdate = updates[head] === 1;
      sum += costOfDelay(now - moments[head], isUpdate, blame[head], weights);
      if (isUpdate) continue;
      if (told[head] >= 0) sum += blame[head] * distance * Math.abs(size - told[head]);
      if (finds[head] > 0) sum += blame[head] * away * awayFrom(finds[head]);
    }
    return sum;
  };
  /** A beginning of the last layer in which all is placed, or -1. */
  const wholeRow = (): number => {
    for (let row = first[due.length]; row < rows.count; row++)
      if (sessions.every(({ length }, s) => rows.placed[row * width + s] === length)) return row;
    return -1;
  };
  rows.count = 1;
  rows.parent[0] = -1;
  rows.update[0] = -1;
  settle();
  rows.placed.set(placed);
  const layerOf = (operation: number): number => layerAt(due, moments[operation]);
  /** The query that nobody of a layer has placed, though it was guessed to happen long before; or -1. */
  const missedIn = (layer: number, now: number): number => {
    for (let s = 0; s < width; s++) {
      const at = rows.placed[first[layer] * width + s];
      const head = sessions[s][at] ?? -1;
      if (head < 0 || updates[head] === 1 || now - moments[head] <= PATIENCE) continue;
      let isPlaced = false;
      for (let row = first[layer]; row < rows.count; row++)
        if (rows.placed[row * width + s] > at) isPlaced = true;
      if (!isPlaced) return head;
    }
    return -1;
  };
  const layers: TableLayers = {
    table,
    blame,
    missed: -1,
    layerOf,
    whole: due.length,
    *run(from, to, most) {
      let layer = from;
      layers.missed = -1;
      rows.count = first[layer + 1] ?? rows.count;
      first.length = mostPut.length = mostGone.length = layer + 1;
      for (; layer < to; layer++) {
        const now = due[Math.min(layer + 1, due.length - 1)];
        if (meter.isTurnOver()) yield;
        ways.clear();
        for (let row = first[layer]; row < rows.count; row++)
          for (let s = 0; s < width; s++) {
            if (!take(row, s)) continue;
            meter.visit();
            settle();
            if (ways.add(row, s, size, placed)) ways.cost[ways.count - 1] = -1;
          }
        if (ways.count === 0) {
          layers.missed = missedIn(layer, Infinity);
          return layer;
        }
        let kept = Array.from({ length: ways.count }, (_, way) => way);
        if (ways.count > most) {
          for (const way of kept) {
            take(ways.row[way], ways.session[way]);
            for (let s = 0; s < width; s++) placed[s] = ways.placed[way * width + s];
            ways.cost[way] = cost(now);
          }
          kept.sort((a, b) => ways.cost[a] - ways.cost[b]);
          kept = kept.slice(0, most);
        }
        if (!rows.reserve(kept.length)) return layer;
        first[layer + 1] = rows.count;
        let [farPut, farGone] = [0, 0];
        for (const way of kept) {
          const [row, s] = [ways.row[way], ways.session[way]];
          const added = rows.count++;
          take(row, s);
          rows.contents[2 * added] = size;
          rows.contents[2 * added + 1] = put;
          farPut = Math.max(farPut, put);
          farGone = Math.max(farGone, put - size);
          rows.parent[added] = row;
          rows.update[added] = sessions[s][rows.placed[row * width + s]];
          for (let t = 0; t < width; t++) rows.placed[added * width + t] = ways.placed[way * width + t];
        }
        mostPut[layer + 1] = Math.max(mostPut[layer], farPut);
        mostGone[layer + 1] = Math.max(mostGone[layer], farGone);
        layers.missed = missedIn(layer + 1, now);
        if (layers.missed >= 0) return Math.min(layer, layerOf(layers.missed));
      }
      if (layer < due.length || wholeRow() >= 0) return layer;
      layers.missed = missedIn(layer, Infinity);
      return Math.min(layer - 1, layers.missed < 0 ? layer : layerOf(layers.missed));
    },
    lastBeforePut: (place) => lastWhere(mostPut, (one) => one <= place),
    lastBeforeFront: (place) => lastWhere(mostGone, (one) => one < place),
    look(layer, howMany, each) {
      const end = Math.min(first[layer + 1] ?? rows.count, first[layer] + howMany);
      for (let row = first[layer]; row < end; row++) {
        enter(row);
        each(placed, put, put - size);
      }
    },
    order: () => orderOfRow(problem, rows, frontier, enter, wholeRow()),
  };
  return layers;
}

/** The last place of an ascending list where it is so; 0 where it is nowhere. */
function lastWhere(list: readonly number[], isSo: (one: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(list[middle])) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
