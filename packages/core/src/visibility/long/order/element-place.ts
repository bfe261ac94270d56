import { lowerBound } from "../conclude/answer-ask.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { createFrontier } from "./frontier.js";
import { costOfDelay, type Weights } from "./order-cost.js";
import { createQueueRoom } from "./queue-room.js";
import { createElementCells } from "./element-cells.js";
import type { ElementMachine } from "./element-machine.js";
import type { LayeredMachine } from "./layered-order.js";
import type { OrderPlace } from "./order-place.js";

/** In which order elements are put there, as far as that is taken for granted. */
export interface PutOrder {
  /** Who puts → its place among all who do. */
  readonly rank: Int32Array;
  /** How many places before its turn one may put. */
  readonly slack: number;
}

/** How many elements from its end a queue or a stack is looked at for what a query waits for. */
const NEAR = 6;
/** How many moments it takes until one more is taken away, as a guess. */
const A_TAKE = 4;

/**
 * A queue or a stack for the search in layers: a row has one number, the list of elements.
 *
 * @param apart what it counts for where an element was put into a queue before its turn, or another is on a stack than
 *   is when all goes by moments
 */
export function elementLayers(
  bounds: Bounds,
  machine: ElementMachine,
  apart: number,
  order: PutOrder | undefined,
  meter: Meter,
): LayeredMachine {
  const cells = createElementCells(machine.values, meter);
  const room = createQueueRoom(bounds, machine);
  return {
    slots: 1,
    objects: 0,
    start: new Float64Array(0),
    createPlace(rows, moments, blame) {
      const { problem, most } = bounds;
      const { sessions, updates } = problem;
      const { isQueue, does, valueOf, finds, told, putters, finders } = machine;
      const width = sessions.length;
      const placed = new Int32Array(width);
      const nextRank = order === undefined ? [] : ranksToCome(bounds, does, order);
      const guessed = apart > 0 && !isQueue ? listsAt(moments) : undefined;
      const puts = order === undefined ? [] : countsOf(bounds, does);
      let list = 0;
      const ending = (): number => (isQueue ? cells.first[list] : cells.last[list]);
      const isExplained = (operation: number): boolean => {
        const found = finds[operation];
        if (found >= 0 && found !== ending()) return false;
        const size = told[operation];
        return size === -1 || (size === -2 ? list !== 0 : cells.size[list] === size);
      };
      const frontier = createFrontier(bounds, placed, isExplained);
      /** Whose turn it is to put. */
      const nextTurn = (): number => {
        let least = Infinity;
        for (let s = 0; s < width; s++) least = Math.min(least, nextRank[s][placed[s]]);
        return least;
      };
      const isItsTurn = (operation: number): boolean =>
        order === undefined || order.rank[operation] <= nextTurn() + order.slack;
      /** How many have put before one whose turn it is. */
      const countOutOfTurn = (): number => {
        let count = 0;
        for (let s = 0; s < width; s++) count += puts[s][placed[s]];
        return Math.max(0, count - nextTurn());
      };
      const holds = (value: number): boolean => {
        for (let at = list; at !== 0; at = cells.before[at]) if (cells.last[at] === value) return true;
        return false;
      };
      /** Whether someone is left who finds the value, and none is there nor will be. */
      const isMissed = (value: number): boolean => {
        for (let s = 0; s < width; s++) {
          const list = putters[value][s];
          if (list.length > 0 && list[list.length - 1] >= placed[s]) return false;
        }
        for (let s = 0; s < width; s++) {
          const list = finders[value][s];
          if (list.length > 0 && list[list.length - 1] >= placed[s]) return !holds(value);
        }
        return false;
      };
      /** How many moments until who waits for a value may find it, as a guess. */
      const awayFrom = (value: number, asker: number, now: number): number => {
        let away = Infinity;
        let at = list;
        for (let depth = 0; at !== 0 && depth < NEAR; depth++) {
          if ((isQueue ? cells.first[at] : cells.last[at]) === value) {
            away = depth * A_TAKE;
            break;
          }
          at = isQueue ? cells.rest(at) : cells.before[at];
        }
        if (isQueue && at !== 0) return away;
        for (let s = 0; s < width; s++) {
          const positions = putters[value][s];
          if (positions.length === 0) continue;
          const next = lowerBound(positions, placed[s]);
          if (next === positions.length || positions[next] >= most[asker * width + s]) continue;
          away = Math.min(away, Math.max(0, moments[sessions[s][positions[next]]] - now));
        }
        return away;
      };
      const place: OrderPlace = {
        placed,
        enter(from) {
          list = rows.contents[from];
          frontier.enter(rows, from);
        },
        take(from, s) {
          place.enter(from);
          const head = frontier.nextUpdate(s);
          if (head < 0) return false;
          if (does[head] === 1) {
            if (!isItsTurn(head)) return false;
            placed[s]++;
            if (isQueue && !room.isThere(head, placed, cells.size[list])) return false;
            list = cells.add(list, valueOf[head]);
            return true;
          }
          placed[s]++;
          if (list === 0) return true;
          const gone = ending();
          list = isQueue ? cells.rest(list) : cells.before[list];
          if (isMissed(gone)) return false;
          if (!isQueue) return true;
          for (let [at, one] = [0, list]; one !== 0 && at < NEAR; at++, one = cells.rest(one)) {
            const put = room.putOf[cells.first[one]];
            if (put >= 0 && !room.isThere(put, placed, at)) return false;
          }
          return true;
        },
        mark: () => list,
        settle: frontier.settle,
        cost(now, weights: Weights) {
          const { distance, away } = weights;
          let cost = guessed === undefined ? 0 : apart * cells.apart(list, guessed[now]);
          if (isQueue && order !== undefined && order.slack > 0) cost += apart * countOutOfTurn();
          for (let s = 0; s < width; s++) {
            if (placed[s] === sessions[s].length) continue;
            const head = sessions[s][placed[s]];
            const isUpdate = updates[head] === 1;
            cost += costOfDelay(now - moments[head], isUpdate, blame[head], weights);
            if (isUpdate) continue;
            if (told[head] >= 0) cost += blame[head] * distance * Math.abs(cells.size[list] - told[head]);
            const value = finds[head];
            if (value <= 0 || value === ending()) continue;
            const moment = awayFrom(value, head, now);
            if (moment === Infinity && isMissed(value)) return Infinity;
            cost += blame[head] * away * Math.min(100, moment);
          }
          return cost;
        },
        store(to) {
          rows.contents[to] = list;
        },
      };
      return place;
    },
  };

  /** Moment → what is on a stack after it, if all goes by moments. */
  function listsAt(moments: Float64Array): Int32Array {
    const { does, valueOf } = machine;
    const lists = new Int32Array(moments.length);
    let list = 0;
    const byMoment = Array.from(moments.keys()).sort((a, b) => moments[a] - moments[b]);
    byMoment.forEach((operation, at) => {
      if (does[operation] === 1) list = cells.add(list, valueOf[operation]);
      else if (does[operation] === 2) list = cells.before[list];
      lists[at] = list;
    });
    return lists;
  }
}

/** Session → how far it has come → the least rank of those that it still has to put. */
function ranksToCome({ problem }: Bounds, does: Uint8Array, { rank }: PutOrder): readonly Float64Array[] {
  return problem.sessions.map((members) => {
    const ranks = new Float64Array(members.length + 1).fill(Infinity);
    for (let at = members.length - 1; at >= 0; at--)
      ranks[at] = does[members[at]] === 1 ? Math.min(rank[members[at]], ranks[at + 1]) : ranks[at + 1];
    return ranks;
  });
}

/** Session → how far it has come → how many of it have put an element there. */
function countsOf({ problem }: Bounds, does: Uint8Array): readonly Int32Array[] {
  return problem.sessions.map((members) => {
    const counts = new Int32Array(members.length + 1);
    members.forEach((operation, at) => {
      counts[at + 1] = counts[at] + (does[operation] === 1 ? 1 : 0);
    });
    return counts;
  });
}
