import { LEVEL } from "../../../criteria/levels.js";
import { lowerBound } from "../conclude/answer-ask.js";
import type { Ask } from "../models/key-model.js";
import { seeAmounts } from "./flat-amounts.js";
import { countsWith } from "./flat-counts.js";
import { sweepSums } from "./flat-sums.js";
import type { FlatAsk, NumberAsk } from "./flat-model.js";
import {
  type FlatViews,
  isAnswered,
  isFilled,
  numbersOf,
  see,
  seeExtra,
  seeUpTo,
  unsee,
} from "./flat-views.js";

/** How many operations of a session are looked through for one that brings a number nearer. */
const LOOK_AHEAD = 48;

/**
 * Lets the session see more, of what is placed, until its next operation has its answer: as little more as it can.
 * Whether it has it then; if not, the session sees what it saw.
 */
export function widen(views: FlatViews, operation: number, ask: FlatAsk): boolean {
  const s = views.model.problem.session[operation];
  const before = numbersOf(views, s);
  views.undo.length = 0;
  if (views.level >= LEVEL.peer) {
    const old = views.sees.slice(s * views.placed.length, (s + 1) * views.placed.length);
    const isSeen =
      ask.of === "keys"
        ? seeWriters(views, operation, ask.asks)
        : views.model.isOfOnes
          ? climbVectors(views, operation, ask)
          : sweepSums(views, operation, ask);
    if (isSeen && isAnswered(views, s, ask)) return true;
    unsee(views, s, before);
    views.sees.set(old, s * views.placed.length);
    return ask.of === "number" && walkLine(views, operation, ask);
  }
  if (ask.of === "number" && views.model.keys === undefined) return seeAmounts(views, operation, ask);
  const picked =
    ask.of === "keys" ? pickWriters(views, operation, ask.asks) : pickKeys(views, operation, ask);
  if (picked === undefined) return false;
  if (views.level === LEVEL.monotonic) for (const update of picked) seeExtra(views, s, update);
  else views.picked.set(operation, picked);
  return true;
}

/** The first position in a list, of a session, whose operation stands after the place and is placed; or -1. */
function firstAfter(views: FlatViews, t: number, positions: Int32Array, place: number): number {
  const members = views.model.problem.sessions[t];
  const end = views.placed[t];
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const position = positions[middle];
    if (position < end && views.place[members[position]] <= place) low = middle + 1;
    else high = middle;
  }
  return low < positions.length && positions[low] < end ? positions[low] : -1;
}

/** Sees for each key that has another content a writer of the one that is asked for: the one that brings the least. */
function seeWriters(views: FlatViews, operation: number, asks: readonly Ask[]): boolean {
  const { model, last, place, sees } = views;
  const { session, sessions } = model.problem;
  const s = session[operation];
  const width = sessions.length;
  for (const ask of asks) {
    if (isAnswered(views, s, { of: "keys", asks: [ask] })) continue;
    const seen = last[s * model.keyCount + ask.key];
    const after = seen < 0 ? -1 : place[seen];
    let [best, least] = [undefined as Int32Array | undefined, Infinity];
    for (let t = 0; t < width; t++) {
      const position = firstAfter(views, t, ask.fits[t], after);
      if (position < 0) continue;
      const counts = countsWith(views, operation, s, sessions[t][position]);
      if (counts === undefined) continue;
      let more = 0;
      for (let r = 0; r < width; r++) more += counts[r] - sees[s * width + r];
      if (more < least) [best, least] = [counts, more];
    }
    if (best === undefined) return false;
    seeUpTo(views, s, best);
  }
  return true;
}

/** Sees further operations, of one session at a time, the fewest that bring the number nearer to the wanted one. */
function climbVectors(views: FlatViews, operation: number, { object, wanted }: NumberAsk): boolean {
  const { model, number, sees, placed, bounds, objects } = views;
  const { session, sessions, updates } = model.problem;
  const s = session[operation];
  const width = placed.length;
  const sum = s * objects + object;
  const undone: number[] = [];
  while (number[sum] !== wanted) {
    const distance = Math.abs(number[sum] - wanted);
    const base = sees.slice(s * width, (s + 1) * width);
    const numbersBefore = numbersOf(views, s);
    let [best, least] = [undefined as Int32Array | undefined, Infinity];
    for (let t = 0; t < width; t++) {
      if (t === s) continue;
      const end = Math.min(placed[t], base[t] + LOOK_AHEAD, bounds.most[operation * width + t]);
      // What this trial changes is taken back; what was seen for good before it is kept apart.
      undone.push(...views.undo.splice(0));
      for (let at = base[t]; at < end; at++) {
        if (updates[sessions[t][at]] === 0 || model.object[sessions[t][at]] !== object) continue;
        const counts = countsWith(views, operation, s, sessions[t][at]);
        if (counts === undefined) break;
        seeUpTo(views, s, counts);
        let more = 0;
        for (let r = 0; r < width; r++) more += counts[r] - base[r];
        if (more >= least) break;
        if (Math.abs(number[sum] - wanted) < distance) {
          [best, least] = [counts, more];
          break;
        }
      }
      unsee(views, s, numbersBefore);
      sees.set(base, s * width);
    }
    views.undo.push(...undone.splice(0));
    if (best === undefined) return false;
    seeUpTo(views, s, best);
  }
  return true;
}

/** Sees what is placed in the order of the linearization until the number is the wanted one. */
function walkLine(views: FlatViews, operation: number, { object, wanted }: NumberAsk): boolean {
  const { model, number, sees, placed, bounds, line, objects } = views;
  const { sessions, session, position, updates } = model.problem;
  const s = session[operation];
  const width = placed.length;
  const old = sees.slice(s * width, (s + 1) * width);
  const numbersBefore = numbersOf(views, s);
  views.undo.length = 0;
  let from = views.count;
  for (let t = 0; t < width; t++)
    if (old[t] < placed[t]) from = Math.min(from, views.place[sessions[t][old[t]]]);
  for (let at = from; at < views.count; at++) {
    const next = line[at];
    const t = session[next];
    if (position[next] < sees[s * width + t]) continue;
    if (position[next] >= bounds.most[operation * width + t]) break;
    if (updates[next] === 1) see(views, s, next);
    sees[s * width + t] = position[next] + 1;
    if (number[s * objects + object] === wanted) return true;
  }
  unsee(views, s, numbersBefore);
  sees.set(old, s * width);
  return false;
}

/** Whether it is known that the operation does not see the update (`monotonic`). */
function isHidden({ bounds, model }: FlatViews, operation: number, update: number): boolean {
  const counts = bounds.unseen.get(update);
  return counts !== undefined && counts[model.problem.session[operation]] > model.problem.position[operation];
}

/** For each key that has another content the first writer of the one that is asked for; `undefined` where there is none. */
function pickWriters(views: FlatViews, operation: number, asks: readonly Ask[]): number[] | undefined {
  const { model, last, place } = views;
  const { session, sessions } = model.problem;
  const s = session[operation];
  const picked: number[] = [];
  for (const ask of asks) {
    if (isAnswered(views, s, { of: "keys", asks: [ask] })) continue;
    const seen = last[s * model.keyCount + ask.key];
    const after = seen < 0 ? -1 : place[seen];
    let best = -1;
    ask.fits.forEach((positions, t) => {
      const position = firstAfter(views, t, positions, after);
      if (position < 0) return;
      const writer = sessions[t][position];
      if (best >= 0 && place[writer] > place[best]) return;
      if (!isHidden(views, operation, writer)) best = writer;
    });
    if (best < 0) return undefined;
    picked.push(best);
  }
  return picked;
}

/** As many updates of keys as make the number of filled ones the wanted one: the newest of each key first. */
function pickKeys(views: FlatViews, operation: number, { object, wanted }: NumberAsk): number[] | undefined {
  const { model, last, place, line, number, objects } = views;
  const s = model.problem.session[operation];
  let left = wanted - number[s * objects + object];
  if (!Number.isFinite(left)) return undefined;
  const fills = left > 0 ? 1 : 0;
  const picked: number[] = [];
  const touched = new Set<number>();
  // First those that nothing newer contradicts.
  for (const isNewest of [true, false]) {
    touched.clear();
    for (const update of picked) touched.add(model.key[update]);
    for (let at = views.count - 1; at >= 0 && left !== 0; at--) {
      const update = line[at];
      const key = model.key[update];
      if (key < 0 || model.object[update] !== object || touched.has(key)) continue;
      const seen = last[s * model.keyCount + key];
      const isNew = seen < 0 || place[seen] < at;
      if (isNewest || !isNew) touched.add(key);
      if (!isNew || model.fills[update] !== fills || isFilled(model, key, seen) === fills) continue;
      if (isHidden(views, operation, update)) continue;
      touched.add(key);
      picked.push(update);
      left += fills === 1 ? -1 : 1;
    }
  }
  return left === 0 ? picked : undefined;
}

/** The last position in a list, of a session, whose operation stands before the place; or -1. */
export function lastBefore(views: FlatViews, t: number, positions: Int32Array, place: number): number {
  const members = views.model.problem.sessions[t];
  const end = lowerBound(positions, views.placed[t]);
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (views.place[members[positions[middle]]] < place) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? positions[low - 1] : -1;
}
