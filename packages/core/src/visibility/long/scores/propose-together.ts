import type { Random } from "../../../random.js";
import type { Gathering } from "./anneal-order.js";
import type { BasicSights } from "./basic-sights.js";
import { ADD, INCREMENT, REMOVE } from "./score-views.js";
import { gather, type UpdateLine } from "./update-line.js";

/** How many updates are moved for one result, at most. */
const MOST_MOVES = 7;
/** How many are drawn, of which the one is taken that is moved least. */
const DRAWS = 3;

/**
 * Moves for a query that tells a score which no single one of them explains: a removal of the element goes to after
 * what its session did last to it, an add to after that, and increments until some of them come to the score, all of
 * them before the query. `undefined` where they do not.
 */
export function proposeTogether(
  updates: UpdateLine,
  sights: BasicSights,
  random: Random,
): (query: number) => Gathering[] | undefined {
  const { scores, line, place, own, rank } = updates;
  const { element, kind, amount, asks, model } = scores;
  const { session } = model.problem;
  return (query) => {
    const ask = asks[query];
    if (ask === undefined || ask.element < 0 || ask.score === null) return undefined;
    const { element: one, score } = ask;
    const s = session[query];
    const members = own[s];
    const old = line.slice();
    const moves: Gathering[] = [];
    const end = (): number => (rank[query] < members.length ? place[members[rank[query]]] : line.length);
    let last = rank[query] - 1;
    while (last >= 0 && element[members[last]] !== one) last--;
    /** What counts stands after this update, or after any. */
    let after = last < 0 ? -1 : members[last];
    const cut = (): number => (after < 0 ? -1 : place[after]);
    const others = line.filter((update) => element[update] === one && session[update] !== s);
    const isBetween = (update: number): boolean => place[update] > cut() && place[update] < end();
    /** How far an update is from where it counts. */
    const distance = (update: number): number =>
      place[update] <= cut() ? cut() - place[update] : Math.max(0, place[update] - end() + 1);
    const draw = (list: Int32Array): number => {
      let best = -1;
      for (let left = Math.min(DRAWS, list.length); left > 0; left--) {
        const update = list[random.int(list.length)];
        if (best < 0 || distance(update) < distance(best)) best = update;
      }
      return best;
    };
    const bring = (update: number): void => {
      if (isBetween(update)) return;
      const t = session[update];
      const isLater = place[update] <= cut();
      const move = isLater
        ? { s: t, from: place[update], to: cut(), isLater }
        : { s: t, from: end(), to: place[update], isLater };
      gather(updates, t, move.from, move.to, isLater);
      moves.push(move);
    };
    const isExplained = (): boolean => {
      const limit = end();
      const list = line.filter((update, at) => at < limit && element[update] === one);
      return sights.canHave(query, list, list.length, score);
    };
    if (after >= 0 && kind[after] !== REMOVE) {
      const removals = others.filter((update) => kind[update] === REMOVE);
      if (removals.length === 0) return undefined;
      const removal = draw(removals);
      bring(removal);
      after = removal;
    }
    const adds = others.filter((update) => kind[update] === ADD && amount[update] <= score);
    if (adds.length > 0 && random.chance(0.9)) {
      let base = adds[random.int(adds.length)];
      for (let left = DRAWS; left > 0; left--) {
        const other = adds[random.int(adds.length)];
        if (amount[other] > amount[base] && distance(other) < distance(base) + 50) base = other;
      }
      bring(base);
    }
    const increments = others.filter((update) => kind[update] === INCREMENT);
    let isRight = isExplained();
    while (!isRight && moves.length < MOST_MOVES) {
      const left = increments.filter((update) => !isBetween(update));
      if (left.length === 0) break;
      bring(draw(left));
      isRight = isExplained();
    }
    line.set(old);
    for (let at = 0; at < line.length; at++) place[line[at]] = at;
    return isRight ? moves : undefined;
  };
}
