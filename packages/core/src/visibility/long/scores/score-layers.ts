import type { Bounds } from "../conclude/bounds.js";
import { createFrontier } from "../order/frontier.js";
import type { LayeredMachine } from "../order/layered-order.js";
import { mix } from "../order/order-rows.js";
import { ABSENT, ADD, type FlatScores, INCREMENT, isAbove } from "./score-views.js";

/**
 * A priority queue of few elements for the search in layers, where all beginnings are followed: a row has a number for
 * each element, what it is; none is preferred to another.
 */
export function scoreLayers(scores: FlatScores, bounds: Bounds): LayeredMachine {
  const { element, kind, amount, asks, model } = scores;
  const slots = model.names.length;
  /** What an element can be, by numbers: its score, and whether that is provisional; 0: it is absent. */
  const [value, isLoose] = [[ABSENT], [false]];
  const numbers = new Map<number, number>();
  const numberOf = (score: number, loose: boolean): number => {
    const name = 2 * score + (loose ? 1 : 0);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, value.length);
    isLoose.push(loose);
    return value.push(score) - 1;
  };
  const after = (old: number, update: number): number => {
    const by = amount[update];
    if (kind[update] === INCREMENT)
      return old === 0 ? numberOf(by, true) : numberOf(value[old] + by, isLoose[old]);
    if (kind[update] !== ADD) return 0;
    if (old === 0) return numberOf(by, false);
    return isLoose[old] ? numberOf(value[old] + by, false) : old;
  };
  return {
    slots,
    objects: 0,
    start: new Float64Array(0),
    createPlace(rows) {
      const placed = new Int32Array(bounds.width);
      const contents = new Int32Array(slots);
      /** The row that it comes from, and the element that has changed since. */
      let [from, changed] = [0, -1];
      const isExplained = (operation: number): boolean => {
        const ask = asks[operation];
        if (ask === undefined) return true;
        const { element: one, score, isMaximum } = ask;
        if (one >= 0 && value[contents[one]] !== (score ?? ABSENT)) return false;
        if (!isMaximum) return true;
        for (let other = 0; other < slots; other++) {
          if (other === one || contents[other] === 0) continue;
          if (score === null || isAbove(scores, other, value[contents[other]], one, score)) return false;
        }
        return true;
      };
      const frontier = createFrontier(bounds, placed, isExplained);
      const enter = (row: number): void => {
        from = row;
        changed = -1;
        frontier.enter(rows, row);
        for (let slot = 0; slot < slots; slot++) contents[slot] = rows.contents[row * slots + slot];
      };
      return {
        placed,
        enter,
        take(row, s) {
          enter(row);
          const head = frontier.nextUpdate(s);
          if (head < 0) return false;
          placed[s]++;
          changed = element[head];
          contents[changed] = after(contents[changed], head);
          return true;
        },
        mark() {
          const known = rows.mark[from];
          if (changed < 0) return known;
          const old = rows.contents[from * slots + changed];
          if (old === contents[changed]) return known;
          return known ^ mix(changed, old) ^ mix(changed, contents[changed]);
        },
        settle: frontier.settle,
        cost: () => 0,
        store(to) {
          rows.contents.set(contents, to * slots);
        },
      };
    },
    isSame({ contents }, row, update, otherRow, otherUpdate) {
      const [one, other] = [element[update], element[otherUpdate]];
      for (let slot = 0; slot < slots; slot++) {
        const [old, otherOld] = [contents[row * slots + slot], contents[otherRow * slots + slot]];
        const now = slot === one ? after(old, update) : old;
        if (now !== (slot === other ? after(otherOld, otherUpdate) : otherOld)) return false;
      }
      return true;
    },
  };
}
