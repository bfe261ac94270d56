import type { Random } from "../../../random.js";
import { lowerBound } from "../conclude/answer-ask.js";
import type { KeyModel } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";

/** What counts how much where beginnings of one order are compared. */
export interface Weights {
  /** The square of how many operations late the next one of a session is, and how many early. */
  readonly late: number;
  readonly early: number;
  /** How far a number is from the one that a query waits for. */
  readonly distance: number;
  /** How many operations away an update is that a query waits for. */
  readonly away: number;
}

/**
 * What it counts for that the next operation of a session is late by so many operations, or early if that is negative:
 * a query cannot be early, for it is placed as soon as it is explained.
 *
 * @param blame what the operation counts for, by how often it was left behind
 */
export function costOfDelay(
  delay: number,
  isUpdate: boolean,
  blame: number,
  { late, early }: Weights,
): number {
  if (delay > 0) return blame * late * delay * delay;
  return isUpdate && delay < 0 ? early * delay * delay : 0;
}

/**
 * How little promises a beginning of one order: it depends on how far each session has come and on the state alone,
 * since what comes of it does. `Infinity` where a query waits for an update that no other session has left.
 *
 * @param moments operation → its guessed place in the order
 */
export function orderCost(
  problem: LongProblem,
  keys: KeyModel | undefined,
  moments: Float64Array,
): (placed: Int32Array, state: unknown, now: number, weights: Weights) => number {
  const { sessions, updates, label, labels } = problem;
  const width = sessions.length;
  const isNumber = labels.map(({ args, result }) => args.length === 0 && typeof result === "number");
  // Where a result asks about several keys, it may be another than the first that it waits for.
  const asked = labels.map((_, one) =>
    keys?.lastWins === true && keys.asks[one].length === 1 ? keys.asks[one][0] : undefined,
  );
  return (placed, state, now, weights) => {
    const { distance, away } = weights;
    let cost = 0;
    for (let s = 0; s < width; s++) {
      if (placed[s] === sessions[s].length) continue;
      const head = sessions[s][placed[s]];
      const isUpdate = updates[head] === 1;
      cost += costOfDelay(now - moments[head], isUpdate, 1, weights);
      if (isUpdate) continue;
      const own = label[head];
      const ask = asked[own];
      if (isNumber[own]) {
        const difference = Number(problem.resultIn(state, own)) - Number(labels[own].result);
        cost += distance * Math.abs(difference);
      } else if (ask !== undefined && !problem.explains(state, head)) {
        let nearest = Infinity;
        for (let t = 0; t < width; t++) {
          const fits = ask.fits[t];
          if (t === s || fits.length === 0) continue;
          const at = lowerBound(fits, placed[t]);
          if (at < fits.length) nearest = Math.min(nearest, moments[sessions[t][fits[at]]]);
        }
        cost += away * Math.max(0, nearest - now);
      }
    }
    return cost;
  };
}

/** By which factor weights are changed at random, at most. */
const SHAKEN = 4;

/** The weights, each changed at random. */
export function shaken({ late, early, distance, away }: Weights, random: Random): Weights {
  const factor = (): number => SHAKEN ** (random.int(1 << 20) / (1 << 19) - 1);
  return {
    late: late * factor(),
    early: early * factor(),
    distance: distance * factor(),
    away: away * factor(),
  };
}
