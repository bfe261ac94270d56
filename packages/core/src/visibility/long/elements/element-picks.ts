import type { Meter } from "../../meter.js";
import type { ElementAsk } from "./element-model.js";
import type { ElementViews } from "./element-views.js";

/** Which of the updates that a session does not see it has to see as well, by their numbers. */
export type Picks = readonly number[];

/** How many of the updates that may have put an element there are looked at closely. */
const MOST_TRIED = 6;

/**
 * The updates that a session has to see besides those it sees, to find what is asked for: `undefined` where there are
 * none among those placed. As few and as late ones as is easy to tell. What it sees has to be counted (`catchUp`).
 */
export type FindPicks = (s: number, ask: ElementAsk, meter: Meter) => Picks | undefined;

/** @param noise what is added by chance to what an update costs that may have put the element there */
export function createFindPicks(views: ElementViews, noise: () => number): FindPicks {
  const { model, updates, room, seen, sizes, taken, takes, puts } = views;
  const { change, element, isQueue } = model;
  const low = new Int32Array(room);
  const high = new Float64Array(room);
  /** The number of elements that the last picks come to. */
  let reached = 0;
  /** How many updates were looked at. */
  let looked = 0;

  /**
   * What to see of the first `end` updates for their number of elements to be one of those asked for. Backwards: from
   * which numbers one of these can be reached, always all from one to another; where the number that the session has
   * is among them, forwards: what can be left out is.
   */
  const toSize = (s: number, end: number, least: number, most: number): number[] | undefined => {
    const base = s * room;
    let at = end;
    low[at] = least;
    high[at] = most;
    while (sizes[base + at] < low[at] || sizes[base + at] > high[at]) {
      if (at === 0 || low[at] > high[at]) {
        looked += end - at;
        return undefined;
      }
      const puts = change[updates[at - 1]] > 0;
      const [a, b] = [low[at], high[at]];
      at--;
      if (seen[base + at] === 1) {
        low[at] = puts ? Math.max(0, a - 1) : a === 0 ? 0 : a + 1;
        high[at] = puts ? b - 1 : b + 1;
      } else {
        low[at] = puts ? Math.max(0, a - 1) : a;
        high[at] = puts ? b : b + 1;
      }
    }
    const picks: number[] = [];
    looked += 2 * (end - at);
    let now = sizes[base + at];
    for (; at < end; at++) {
      const isSeen = seen[base + at] === 1;
      if (!isSeen && now >= low[at + 1] && now <= high[at + 1]) continue;
      if (!isSeen) picks.push(at);
      now = Math.max(0, now + change[updates[at]]);
    }
    reached = now;
    return picks;
  };

  /**
   * An element is in front where as many are taken away after it was put there as were there then. These are at least
   * the ones that are seen, and at most all.
   */
  const toFront = (s: number, wanted: number): Picks | undefined => {
    const base = s * room;
    const { count } = views;
    const costs: { readonly at: number; readonly cost: number }[] = [];
    for (const at of puts[wanted]) {
      const [here, fewest, greatest] = [
        sizes[base + at],
        taken[base + count] - taken[base + at],
        takes[count] - takes[at],
      ];
      const own = seen[base + at] === 1 ? 0 : 1;
      const cost =
        here < fewest ? fewest - here : Math.min(here, greatest) - fewest + Math.max(0, here - greatest);
      costs.push({ at, cost: cost + own + noise() });
    }
    looked += 8 * costs.length;
    costs.sort((a, b) => a.cost - b.cost || b.at - a.at);
    for (const { at } of costs.slice(0, MOST_TRIED)) {
      const fewest = taken[base + count] - taken[base + at];
      const picks = toSize(s, at, fewest, takes[count] - takes[at]);
      if (picks === undefined) continue;
      if (seen[base + at] === 0) picks.push(at);
      let left = reached - fewest;
      for (let one = count - 1; one > at && left > 0; one--)
        if (seen[base + one] === 0 && change[updates[one]] < 0) {
          picks.push(one);
          left--;
        }
      return picks;
    }
    return undefined;
  };

  /**
   * An element is on top where what was put above it is gone, and it is not. Backwards: how many may lie above it so
   * that none does in the end.
   */
  const toTop = (s: number, wanted: number): Picks | undefined => {
    const base = s * room;
    const { count } = views;
    const [first] = puts[wanted];
    if (first === undefined) return undefined;
    let [a, b] = [0, 0];
    let best: Picks | undefined;
    let [least, tried] = [Infinity, 0];
    low[count] = 0;
    high[count] = 0;
    for (let at = count - 1; at >= first && tried < MOST_TRIED; at--) {
      looked++;
      const isSeen = seen[base + at] === 1;
      const puts = change[updates[at]] > 0;
      if (puts && a === 0 && element[updates[at]] === wanted) {
        const picks = isSeen ? [] : [at];
        looked += count - at;
        for (let next = at + 1, above = 0; next < count; next++) {
          const sees = seen[base + next] === 1;
          if (!sees && above >= low[next + 1] && above <= high[next + 1]) continue;
          if (!sees) picks.push(next);
          above += change[updates[next]];
        }
        const cost = picks.length + noise();
        if (cost < least) [best, least] = [picks, cost];
        tried++;
      }
      if (isSeen) {
        a = puts ? Math.max(0, a - 1) : a + 1;
        b = puts ? b - 1 : b + 1;
      } else if (puts) a = Math.max(0, a - 1);
      else b++;
      if (b < a) break;
      low[at] = a;
      high[at] = b;
    }
    return best;
  };

  const find = (s: number, ask: ElementAsk): Picks | undefined => {
    if (ask.of === "size") return toSize(s, views.count, ask.least, ask.most);
    return isQueue ? toFront(s, ask.element) : toTop(s, ask.element);
  };
  return (s, ask, meter) => {
    looked = 0;
    const picks = find(s, ask);
    meter.work(looked >> 2);
    return picks;
  };
}
