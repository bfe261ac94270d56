import { createSumBits } from "./sum-bits.js";
import { ADD, type FlatScores, INCREMENT, REMOVE } from "./score-views.js";

/** Larger scores and amounts are left alone, and so are amounts below zero. */
const LARGEST = 1 << 14;

/**
 * What a query may find at `basic`, where it sees what its session did before it, and any of what others did: of an
 * element whose updates stand in this order, of which the first so many stand before it.
 */
export interface BasicSights {
  /** Whether some sight has this score; updates that are seen, besides those of its session, go into `picked`. */
  canHave(query: number, list: Int32Array, length: number, score: number, picked?: number[]): boolean;
  /** Whether in some sight it is absent, or its score is right, which a lower one is as well. */
  canBeBelow(
    query: number,
    list: Int32Array,
    length: number,
    isRight: (score: number) => boolean,
    picked?: number[],
  ): boolean;
}

/** `undefined` where amounts are too large, or negative. */
export function createBasicSights({
  element,
  kind,
  amount,
  asks,
  model,
}: FlatScores): BasicSights | undefined {
  const { session, position, size } = model.problem;
  for (let operation = 0; operation < size; operation++) {
    if (element[operation] >= 0 && (amount[operation] < 0 || amount[operation] > LARGEST)) return undefined;
    if ((asks[operation]?.score ?? 0) > LARGEST) return undefined;
  }
  const sums = createSumBits(LARGEST);
  /** Adds and increments of others since the last removal that is looked at. */
  const adds = new Int32Array(size);
  const increments = new Int32Array(size);
  const isOwn = (update: number, query: number): boolean =>
    session[update] === session[query] && position[update] < position[query];
  const isLater = (update: number, query: number): boolean =>
    session[update] === session[query] && position[update] > position[query];

  /** Some of the increments of others, of the first so many, that come to the sum; there are some. */
  const pickSum = (count: number, sum: number, picked: number[]): void => {
    let [rest, left] = [sum, count];
    while (rest > 0) {
      sums.clear();
      let at = 0;
      while (at < left && !sums.has(rest)) sums.add(amount[increments[at++]]);
      left = at - 1;
      picked.push(increments[left]);
      rest -= amount[increments[left]];
    }
  };
  /**
   * Looks at the updates that stand before the query, from the last one on, and may be seen: whether one of the removals
   * may be the last that is seen, or none is (-1).
   *
   * @param note takes note of an add or an increment; `false` where no removal before it can help
   */
  const lookBack = (
    query: number,
    list: Int32Array,
    length: number,
    mayBeLast: (removal: number) => boolean,
    note: (update: number, isIts: boolean) => boolean,
  ): boolean => {
    for (let at = length - 1; at >= 0; at--) {
      const update = list[at];
      if (isLater(update, query)) continue;
      const isIts = isOwn(update, query);
      if (kind[update] === REMOVE) {
        if (mayBeLast(at)) return true;
        if (isIts) return false;
      } else if (!note(update, isIts)) return false;
    }
    return mayBeLast(-1);
  };
  return {
    canHave(query, list, length, score, picked) {
      sums.clear();
      let [addCount, count, own, base] = [0, 0, 0, -1];
      let isThere = false;
      const mayBeLast = (removal: number): boolean => {
        let [add, rest] = [-1, -1];
        if (base >= 0 && sums.has(score - base - own)) rest = score - base - own;
        for (let at = 0; at < addCount && rest < 0; at++)
          if (sums.has(score - amount[adds[at]] - own)) {
            add = adds[at];
            rest = score - amount[add] - own;
          }
        if (rest < 0 && base < 0 && (isThere || (count > 0 && score > 0)) && sums.has(score - own))
          rest = score - own;
        if (rest < 0) return false;
        if (picked !== undefined) {
          if (removal >= 0 && !isOwn(list[removal], query)) picked.push(list[removal]);
          if (add >= 0) picked.push(add);
          pickSum(count, rest, picked);
        }
        return true;
      };
      return lookBack(query, list, length, mayBeLast, (update, isIts) => {
        if (kind[update] === INCREMENT && isIts) {
          own += amount[update];
          isThere = true;
          // Beyond the score, only a removal after it could help, and none did.
          return own <= score;
        }
        if (kind[update] === INCREMENT) {
          increments[count++] = update;
          sums.add(amount[update]);
        } else if (isIts) {
          base = amount[update];
          isThere = true;
          addCount = 0;
        } else adds[addCount++] = update;
        return true;
      });
    },
    canBeBelow(query, list, length, isRight, picked) {
      let [own, base, least] = [0, -1, -1];
      let isThere = false;
      const mayBeLast = (removal: number): boolean => {
        const first = least >= 0 && base >= 0 && amount[least] < base ? least : -1;
        const score = (first >= 0 ? amount[first] : Math.max(0, base)) + own;
        if (isThere && !isRight(score)) return false;
        if (picked === undefined) return true;
        if (removal >= 0 && !isOwn(list[removal], query)) picked.push(list[removal]);
        if (isThere && first >= 0) picked.push(first);
        return true;
      };
      return lookBack(query, list, length, mayBeLast, (update, isIts) => {
        if (isIts) {
          isThere = true;
          if (kind[update] === ADD) [base, least] = [amount[update], -1];
          else own += amount[update];
        } else if (kind[update] === ADD && (least < 0 || amount[update] < amount[least])) least = update;
        return true;
      });
    },
  };
}
