import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Guess } from "../hints/guesses.js";
import type { Placed } from "../runs/configuration.js";
import { longWitness } from "../long-witness.js";
import { type Advice, createAdvice } from "./element-advice.js";
import type { ElementModel } from "./element-model.js";
import { createElementRun } from "./element-run.js";
import { catchUp } from "./element-views.js";
import { hasten, pass } from "../runs/move-moments.js";

/** What it costs to do again what was done before, and by how much chance decides, in places of the linearization. */
const [AGAIN, CHANCE] = [40, 30];
/** How often it goes back to the moments that led furthest; how often a session goes earlier instead of an update elsewhere. */
const [BACK, HASTENED] = [0.1, 0.1];
/** By how many updates chance decides, at most, in all runs but the first. */
const NOISE = 4;

/** Goes on for so many runs; a witness, once there is one. */
export type ElementSearch = (runs: number, meter: Meter) => Generator<void, Witness | undefined>;

/**
 * Looks for a witness at `basic` or `monotonic` by runs along guessed moments, each of which is put right by where the
 * one before it got stuck. That it finds none means nothing.
 */
export function createElementSearch(
  model: ElementModel,
  level: number,
  { bounds, moments: guessed }: Guess,
): ElementSearch {
  const { problem, asks } = model;
  const { session, sessions, position, label, size } = problem;
  const random = createRandom(size);
  const { views, when, run } = createElementRun(model, bounds, level, random);
  const { updates } = views;
  const advise = createAdvice(views, bounds);
  const moments = guessed.slice();
  /** Pairs of updates → how often one of them was moved past the other. */
  const moved = new Map<number, number>();
  const nameOf = ({ moved: a, past: b }: Advice): number =>
    Math.min(updates[a], updates[b]) * size + Math.max(updates[a], updates[b]);
  const timesMoved = (advice: Advice): number => moved.get(nameOf(advice)) ?? 0;
  /** What would help one of those that wait, and changes the least. */
  const adviceFor = (waiting: readonly number[], meter: Meter): Advice | undefined => {
    let [best, least] = [undefined as Advice | undefined, Infinity];
    for (const operation of waiting) {
      const ask = asks[label[operation]];
      if (ask?.of !== "element") continue;
      catchUp(views, session[operation]);
      for (const one of advise(session[operation], ask.element, meter)) {
        const cost = Math.abs(one.moved - one.past) + AGAIN * timesMoved(one) + random.int(CHANCE);
        if (cost < least) [best, least] = [one, cost];
      }
    }
    return best;
  };
  let [isFirst, most, best] = [true, -1, moments.slice()];
  return function* (runs, meter) {
    for (let left = runs; left > 0; left--) {
      if (meter.isTurnOver()) yield;
      const found = run(moments, isFirst ? 0 : random.int(NOISE), meter);
      isFirst = false;
      if (!Array.isArray(found)) return longWitness(problem, found as Placed);
      const waiting = found as readonly number[];
      let count = size;
      for (const one of waiting) count -= sessions[session[one]].length - position[one];
      if (count > most) [most, best] = [count, moments.slice()];
      else if (count < most && random.chance(BACK)) {
        moments.set(best);
        continue;
      }
      const advice = random.chance(HASTENED) ? undefined : adviceFor(waiting, meter);
      if (advice === undefined) {
        hasten(problem, moments, random.pick(waiting), random);
        continue;
      }
      moved.set(nameOf(advice), timesMoved(advice) + 1);
      const [one, other] = [updates[advice.moved], updates[advice.past]];
      pass(problem, moments, one, other, advice.moved < advice.past, when[other]);
    }
    return undefined;
  };
}
