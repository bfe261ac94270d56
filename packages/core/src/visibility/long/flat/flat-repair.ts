import type { Random } from "../../../random.js";
import { isBefore } from "../conclude/bounds.js";
import type { Ask } from "../models/key-model.js";
import { hasten, pass } from "../runs/move-moments.js";
import type { FlatRun } from "./flat-run.js";
import { lastBefore } from "./flat-sights.js";
import { isAnswered, isFilled } from "./flat-views.js";

/** What it costs to do again what was done before, and by how much chance decides, in places of the linearization. */
const [AGAIN, CHANCE] = [40, 30];

/**
 * Puts moments right where a run is stuck: an update that fits what one of those that wait asks for stands before the
 * last one that its session has seen, and is moved after it. Of all these rather one that stands late, so that little
 * is changed. Returns the place from which the run is another, or -1 where nothing can be moved.
 */
export function createRepairs(run: FlatRun, random: Random): (waiting: readonly number[]) => number {
  const { views, moments, when } = run;
  const { model, bounds, place, last, number, objects } = views;
  const { problem, asks, keys, keyCount } = model;
  const { session, sessions, label, size } = problem;
  /** Pairs of updates → how often one of them was moved after the other. */
  const moved = new Map<number, number>();
  const nameOf = (a: number, b: number): number => (a < b ? a * size + b : b * size + a);
  return (waiting) => {
    let [first, second, least] = [-1, -1, Infinity];
    const consider = (s: number, key: number, fits: readonly Int32Array[]): void => {
      const seen = last[s * keyCount + key];
      if (seen < 0) return;
      for (let t = 0; t < fits.length; t++) {
        const at = lastBefore(views, t, fits[t], place[seen]);
        if (at < 0) continue;
        const writer = sessions[t][at];
        if (isBefore(bounds, writer, seen)) continue;
        const cost = AGAIN * (moved.get(nameOf(seen, writer)) ?? 0) + random.int(CHANCE) - place[writer];
        if (cost < least) [first, second, least] = [seen, writer, cost];
      }
    };
    for (const operation of waiting) {
      const s = session[operation];
      const ask = asks[label[operation]];
      if (ask?.of === "keys") {
        const isOpen = (one: Ask): boolean => !isAnswered(views, s, { of: "keys", asks: [one] });
        for (const one of ask.asks) if (isOpen(one)) consider(s, one.key, one.fits);
      } else if (ask !== undefined && keys !== undefined) {
        const isTooFew = number[s * objects + ask.object] < ask.wanted;
        for (let key = 0; key < keyCount; key++)
          if (
            keys.objectOf[key] === ask.object &&
            (isFilled(model, key, last[s * keyCount + key]) === 1) !== isTooFew
          )
            consider(s, key, (isTooFew ? keys.filling : keys.clearing)[key]);
      }
    }
    if (second < 0) return -1;
    moved.set(nameOf(first, second), (moved.get(nameOf(first, second)) ?? 0) + 1);
    pass(problem, moments, second, first, true, when[first]);
    return place[second];
  };
}

/** Lets the session of an operation that waits in vain go earlier. Returns the place from which the run is another. */
export function hastenSession({ views, moments }: FlatRun, late: number, random: Random): number {
  const { problem } = views.model;
  const first = hasten(problem, moments, late, random);
  return first === 0 ? 0 : views.place[problem.sessions[problem.session[late]][first - 1]];
}
