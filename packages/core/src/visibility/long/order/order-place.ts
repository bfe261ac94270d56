import { lowerBound } from "../conclude/answer-ask.js";
import type { Bounds } from "../conclude/bounds.js";
import { createFrontier } from "./frontier.js";
import { costOfDelay, type Weights } from "./order-cost.js";
import type { LayeredMachine } from "./layered-order.js";
import type { CompactAsk, OrderMachine } from "./order-machine.js";
import { mix, type OrderRows } from "./order-rows.js";

/** The configuration that is looked at: a row, or what the next update of a session makes of it. */
export interface OrderPlace {
  /** How far each session has come. */
  readonly placed: Int32Array;
  /** Goes to the row itself. */
  enter(row: number): void;
  /** Goes on from the row by the next update of a session; `false` where that cannot be. */
  take(row: number, session: number): boolean;
  /** The mark of the contents. */
  mark(): number;
  /** Places every query that is explained. */
  settle(each?: (query: number) => void): void;
  /** How little it promises; `Infinity` where nothing can come of it. */
  cost(now: number, weights: Weights): number;
  /** Writes what it leads to into a row. */
  store(row: number): void;
}

/** Keys and counters for the search in layers. */
export function keyedLayers(bounds: Bounds, machine: OrderMachine): LayeredMachine {
  const { slots, slotOf, objects, start, keyOf, contentOf } = machine;
  return {
    slots,
    objects,
    start,
    createPlace: (rows, moments, blame) => createOrderPlace(bounds, machine, rows, moments, blame),
    isSame({ contents }, row, update, otherRow, otherUpdate) {
      for (let slot = 0; slot < slots; slot++) {
        const content = slot === slotOf[keyOf[update]] ? contentOf[update] : contents[row * slots + slot];
        const other =
          slot === slotOf[keyOf[otherUpdate]] ? contentOf[otherUpdate] : contents[otherRow * slots + slot];
        if (content !== other) return false;
      }
      return true;
    },
  };
}

function createOrderPlace(
  bounds: Bounds,
  machine: OrderMachine,
  rows: OrderRows,
  moments: Float64Array,
  blame: Float64Array,
): OrderPlace {
  const { problem, most } = bounds;
  const { sessions, updates } = problem;
  const { keyOf, contentOf, slots, slotOf, settled, isFilling, asks, answers } = machine;
  const { objects, objectOf, amount, tells, told } = machine;
  const width = sessions.length;
  const placed = new Int32Array(width);
  /** The row that it comes from; the key that has changed since and its content; the number that has, and its object. */
  let [row, changed, content, object, number] = [0, -1, 0, -1, 0];

  const contentAt = (key: number): number => {
    if (key === changed) return content;
    const slot = slotOf[key];
    return slot >= 0 ? rows.contents[row * slots + slot] : settled(key, placed);
  };
  const numberOf = (one: number): number => (one === object ? number : rows.numbers[row * objects + one]);
  const isExplained = (operation: number): boolean => {
    const tell = tells[operation];
    if (tell !== 0 && (numberOf(objectOf[operation]) === told[operation]) !== (tell === 1)) return false;
    for (const { key, isAnswer } of asks[operation]) if (isAnswer[contentAt(key)] === 0) return false;
    return true;
  };
  const frontier = createFrontier(bounds, placed, isExplained);
  /** The moment of the next update that answers who asks; `Infinity` where none is left that it can see. */
  const nextAnswer = ({ fits }: CompactAsk, asker: number): number => {
    let nearest = Infinity;
    for (let s = 0; s < width; s++) {
      const positions = fits[s];
      if (positions.length === 0) continue;
      const at = lowerBound(positions, placed[s]);
      if (at === positions.length || positions[at] >= most[asker * width + s]) continue;
      nearest = Math.min(nearest, moments[sessions[s][positions[at]]]);
    }
    return nearest;
  };
  /** Whether someone is left who asks for what was at the key, and nothing will bring it back. */
  const isMissed = (key: number, old: number, now: number): boolean => {
    for (const ask of answers[key][old]) {
      if (ask.isAnswer[now] === 1) continue;
      for (let s = 0; s < width; s++) {
        const askers = ask.askers[s];
        if (askers.length === 0) continue;
        const at = lowerBound(askers, placed[s]);
        if (at < askers.length && nextAnswer(ask, sessions[s][askers[at]]) === Infinity) return true;
      }
    }
    return false;
  };
  const enter = (from: number): void => {
    row = from;
    changed = object = -1;
    frontier.enter(rows, from);
  };
  return {
    placed,
    enter,
    take(from, s) {
      enter(from);
      const head = frontier.nextUpdate(s);
      if (head < 0) return false;
      const key = keyOf[head];
      const next = contentOf[head];
      let by = amount[head];
      let old = next;
      if (key >= 0) {
        old = contentAt(key);
        by = isFilling[key][next] - isFilling[key][old];
      }
      placed[s]++;
      if (old !== next && isMissed(key, old, next)) return false;
      number = numberOf(objectOf[head]) + by;
      object = objectOf[head];
      changed = key;
      content = next;
      return true;
    },
    mark() {
      const slot = changed < 0 ? -1 : slotOf[changed];
      const known = rows.mark[row];
      if (slot < 0) return known;
      const old = rows.contents[row * slots + slot];
      return old === content ? known : known ^ mix(slot, old) ^ mix(slot, content);
    },
    settle: frontier.settle,
    cost(now, weights) {
      const { distance, away } = weights;
      let cost = 0;
      for (let s = 0; s < width; s++) {
        if (placed[s] === sessions[s].length) continue;
        const head = sessions[s][placed[s]];
        const isUpdate = updates[head] === 1;
        cost += costOfDelay(now - moments[head], isUpdate, blame[head], weights);
        if (isUpdate) continue;
        if (tells[head] === 1)
          cost += blame[head] * distance * Math.abs(numberOf(objectOf[head]) - told[head]);
        for (const ask of asks[head]) {
          if (ask.isAnswer[contentAt(ask.key)] === 1) continue;
          const nearest = nextAnswer(ask, head);
          if (nearest === Infinity) return Infinity;
          cost += blame[head] * away * Math.max(0, nearest - now);
        }
      }
      return cost;
    },
    store(to) {
      const { contents, numbers } = rows;
      contents.copyWithin(to * slots, row * slots, (row + 1) * slots);
      if (changed >= 0 && slotOf[changed] >= 0) contents[to * slots + slotOf[changed]] = content;
      for (let one = 0; one < objects; one++) numbers[to * objects + one] = numberOf(one);
    },
  };
}
