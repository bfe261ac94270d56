import type { Meter } from "../../meter.js";
import { type Bounds, isBefore } from "../conclude/bounds.js";
import type { ElementViews } from "./element-views.js";

/** Two updates, by their numbers, of which the first should be moved to the other side of the second. */
export interface Advice {
  readonly moved: number;
  readonly past: number;
}

/** How many updates are looked at that put the element there; and how many others around each. */
const [MOST_PUTS, AROUND] = [8, 16];

/**
 * Where a session waits in vain for an element: which updates could change sides for it to be in front or on top,
 * given what the session sees and could see.
 */
export function createAdvice(
  views: ElementViews,
  bounds: Bounds,
): (s: number, wanted: number, meter: Meter) => readonly Advice[] {
  const { model, updates, room, seen, puts } = views;
  const { change, isQueue } = model;
  /** The updates in another order. */
  const order = new Int32Array(room);

  /** Whether the element that stands at this place of the order can be in front. */
  const canBeInFront = (base: number, place: number): boolean => {
    let [low, high] = [0, 0];
    for (let at = 0; at < place; at++) {
      const isSeen = seen[base + order[at]] === 1;
      if (change[updates[order[at]]] > 0) {
        high++;
        if (isSeen) low++;
      } else {
        low = Math.max(0, low - 1);
        if (isSeen) high = Math.max(0, high - 1);
      }
    }
    let [fewest, most] = [0, 0];
    for (let at = place + 1; at < views.count; at++)
      if (change[updates[order[at]]] < 0) {
        most++;
        if (seen[base + order[at]] === 1) fewest++;
      }
    return high >= fewest && low <= most;
  };
  const canBeOnTop = (base: number, place: number): boolean => {
    let [low, high] = [0, 0];
    for (let at = views.count - 1; at > place && high >= low; at--) {
      const isSeen = seen[base + order[at]] === 1;
      if (change[updates[order[at]]] > 0) {
        low = Math.max(0, low - 1);
        if (isSeen) high--;
      } else {
        high++;
        if (isSeen) low++;
      }
    }
    return low === 0 && high >= 0;
  };
  const isExplained = isQueue ? canBeInFront : canBeOnTop;
  /** The order in which one update stands on the other side of another; where the element stands then. */
  const move = (from: number, past: number, put: number): number => {
    for (let at = 0; at < views.count; at++) order[at] = at;
    const step = from < past ? 1 : -1;
    for (let at = from; at !== past; at += step) order[at] = order[at + step];
    order[past] = from;
    for (let at = Math.min(from, past); ; at++) if (order[at] === put) return at;
  };
  const mayPass = (a: number, b: number): boolean =>
    a < b ? !isBefore(bounds, updates[a], updates[b]) : !isBefore(bounds, updates[b], updates[a]);
  return (s, wanted, meter) => {
    const base = s * room;
    const found: Advice[] = [];
    for (const put of puts[wanted].slice(-MOST_PUTS))
      for (let other = Math.max(0, put - AROUND); other < Math.min(views.count, put + AROUND + 1); other++) {
        if (other === put || !mayPass(put, other)) continue;
        meter.work(views.count);
        if (isExplained(base, move(put, other, put))) found.push({ moved: put, past: other });
        if (isExplained(base, move(other, put, put))) found.push({ moved: other, past: put });
      }
    return found;
  };
}
