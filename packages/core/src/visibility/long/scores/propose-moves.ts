import type { Random } from "../../../random.js";
import type { Gathering, Propose } from "./anneal-order.js";
import type { OrderJudge } from "./order-judge.js";
import { createRepairOrder } from "./repair-order.js";
import { ABSENT, isAbove } from "./score-views.js";
import type { UpdateLine } from "./update-line.js";

/** How far from a query an update is that may help it, in places; and how far from its place before a query it goes. */
const [FAR, CLOSE] = [80, 10];

/**
 * Moves by chance: the next update of the query's session goes later, or one before it earlier, so that more is
 * before the query, or less; or an update of the element it asks for goes elsewhere.
 *
 * @param reach how far updates are moved at once, at most, in places
 */
export function moveByChance(
  { scores, line, place, own, rank }: UpdateLine,
  reach: number,
  random: Random,
): Propose {
  const { session } = scores.model.problem;
  const ofElement: number[][] = scores.model.names.map(() => []);
  for (const update of line) ofElement[scores.element[update]].push(update);
  const last = line.length - 1;
  const later = (update: number, by: number): Gathering => ({
    s: session[update],
    from: place[update],
    to: Math.min(last, place[update] + by),
    isLater: true,
  });
  const earlier = (update: number, by: number): Gathering => ({
    s: session[update],
    from: Math.max(0, place[update] - by),
    to: place[update],
    isLater: false,
  });
  return (query) => {
    const s = session[query];
    const members = own[s];
    const count = rank[query];
    const what = random.int(10);
    const by = 1 + random.int(1 + random.int(reach));
    if (what < 3) return count < members.length ? later(members[count], by) : undefined;
    if (what < 5) return count > 0 ? earlier(members[Math.max(0, count - 1 - random.int(4))], by) : undefined;
    const ask = scores.asks[query];
    if (ask === undefined) return undefined;
    const isAny = ask.element < 0 || (ask.isMaximum && random.chance(0.2));
    const list = ofElement[isAny ? random.int(ofElement.length) : ask.element];
    if (list.length === 0) return undefined;
    const end = count < members.length ? place[members[count]] : line.length;
    for (let tries = 0; tries < 8; tries++) {
      const update = random.pick(list);
      if (session[update] === s || Math.abs(place[update] - end) > FAR) continue;
      if (place[update] >= end) return earlier(update, place[update] - end + 1 + random.int(CLOSE));
      return random.chance(0.5) ? later(update, by) : earlier(update, by);
    }
    return undefined;
  };
}

/** How far from a query the nearest place is looked for at which it would be explained. */
const NEAREST = 60;
/** How far updates are moved by chance where each sees all before it. */
const REACH = 40;

/**
 * Moves for a query that is not explained, by all before it: one update that stands in the wrong place goes elsewhere;
 * or its session waits until it is explained, or was there before; or what brings that about comes sooner, or what ends
 * it later. Else by chance.
 */
export function proposeMoves(judge: OrderJudge, random: Random): Propose {
  const { updates } = judge;
  const { scores, line, place, own, rank } = updates;
  const { session } = scores.model.problem;
  const byChance = moveByChance(updates, REACH, random);
  const repair = createRepairOrder(updates, random);
  return (query) => {
    const s = session[query];
    const members = own[s];
    const count = rank[query];
    const ask = scores.asks[query];
    if (ask === undefined) return undefined;
    const begin = count === 0 ? 0 : place[members[count - 1]] + 1;
    const end = count === members.length ? line.length : place[members[count]];
    const what = random.int(10);
    if (what < 4) {
      const after = begin + random.int(end - begin + 1);
      const { element, score, isMaximum } = ask;
      const top = judge.topAfter(after);
      if (element >= 0 && judge.scoreAfter(after, element) !== (score ?? ABSENT))
        return repair(after, element, (its) => its === (score ?? ABSENT), query) ?? byChance(query);
      if (!isMaximum || top < 0 || top === element) return byChance(query);
      const isBelow = (its: number): boolean =>
        its === ABSENT || (score !== null && !isAbove(scores, top, its, element, score));
      return repair(after, top, isBelow, query) ?? byChance(query);
    }
    if (what < 8) return byChance(query);
    let [before, after] = [begin - 1, end + 1];
    while (before >= 0 && begin - before <= NEAREST && !judge.isAnswer(ask, before)) before--;
    while (after <= line.length && after - end <= NEAREST && !judge.isAnswer(ask, after)) after++;
    const isBefore = before >= 0 && begin - before <= NEAREST;
    const isAfter = after <= line.length && after - end <= NEAREST;
    if (!isBefore && !isAfter) return byChance(query);
    if (isAfter && (!isBefore || random.chance(0.5))) {
      if (random.chance(0.5)) return { s, from: end, to: after - 1, isLater: true };
      return { s: session[line[after - 1]], from: end, to: after - 1, isLater: false };
    }
    if (random.chance(0.5)) return { s, from: before, to: begin - 1, isLater: false };
    return { s: session[line[before]], from: before, to: begin - 1, isLater: true };
  };
}
