import type { Random } from "../../../random.js";
import type { Propose } from "./anneal-order.js";
import { moveByChance } from "./propose-moves.js";
import { REMOVE } from "./score-views.js";
import type { UpdateLine } from "./update-line.js";

/** How far updates are moved by chance, at most, in places: most results have several explanations. */
const REACH = 100;
/** How far from a query an update is that is moved to where it counts for it. */
const FAR = 200;
/** How many updates are drawn until one is found. */
const DRAWS = 8;

/**
 * Moves for a query that is not explained at `basic`: an update of others goes to where the query may see it, and it
 * counts: before the query, and after what its session did last to the element, or after its last removal of it. Else
 * by chance.
 */
export function proposeBasic(updates: UpdateLine, random: Random): Propose {
  const { scores, line, place, own, rank } = updates;
  const { element, kind, asks, model } = scores;
  const { session } = model.problem;
  const byChance = moveByChance(updates, REACH, random);
  const ofElement: number[][] = model.names.map(() => []);
  for (const update of line) ofElement[element[update]].push(update);
  return (query) => {
    const ask = asks[query];
    if (ask === undefined || random.chance(0.5)) return byChance(query);
    const isOther = ask.element < 0 || (ask.isMaximum && random.chance(0.3));
    const list = ofElement[isOther ? random.int(ofElement.length) : ask.element];
    const s = session[query];
    const members = own[s];
    const end = rank[query] < members.length ? place[members[rank[query]]] : line.length;
    for (let draw = 0; draw < DRAWS && list.length > 0; draw++) {
      const update = random.pick(list);
      const at = place[update];
      if (session[update] === s || Math.abs(at - end) > FAR) continue;
      if (at >= end) {
        const to = Math.max(0, end - random.int(3));
        return { s: session[update], from: to, to: at, isLater: false };
      }
      let last = rank[query] - 1;
      while (last >= 0) {
        const mate = members[last];
        if (element[mate] === element[update] && (kind[update] === REMOVE || kind[mate] === REMOVE)) break;
        last--;
      }
      if (last < 0 || at > place[members[last]]) continue;
      return { s: session[update], from: at, to: place[members[last]], isLater: true };
    }
    return byChance(query);
  };
}
