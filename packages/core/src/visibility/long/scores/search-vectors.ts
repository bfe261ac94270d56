import { LEVEL } from "../../../criteria/levels.js";
import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { createBestSoFar } from "../runs/best-so-far.js";
import { chainOf } from "../runs/chain-of.js";
import { longWitness } from "../long-witness.js";
import { createScoreRepairs, guessAnew, seeOtherwise, shift } from "./repair-scores.js";
import { createScoreViews, type FlatScores, type ScoreViews } from "./score-views.js";
import { createVectorRun } from "./vector-run.js";

/** How far moments are trusted. */
export interface Trust {
  /** How long past its moment a query waits before the run ends. */
  readonly patience: number;
  /** By how much operations are moved at once, at most. */
  readonly reach: number;
}

/** By times or an order that the history tells; by guesses from results. */
export const TOLD: Trust = { patience: 14, reach: 8 };
export const GUESSED: Trust = { patience: 60, reach: 30 };

/** After how many operations all are taken to have heard of one. */
const DELAY = 14;
/** How often the latest operations are guessed anew, and how many. */
const [ANEW, LATEST] = [0.3, 120];
/** How many of the last operations are moved by chance. */
const NEAR = 60;

/** Goes on for so many runs; a witness, once there is one. */
export type VectorSearch = (runs: number, meter: Meter) => Generator<void, Witness | undefined>;

/**
 * Looks for a witness at `peer`, `causal` or `complete` by runs along guessed moments, each of which is put right near
 * where the one before it got stuck, for a reason or by chance. That it finds none means nothing.
 */
export function createVectorSearch(
  scores: FlatScores,
  bounds: Bounds,
  level: number,
  guessed: Float64Array,
  { patience, reach }: Trust,
): VectorSearch {
  const { sessions } = scores.model.problem;
  const views = createScoreViews(scores, bounds, level);
  const running = createVectorRun(views, guessed.slice(), DELAY, patience);
  const { moments, skipped } = running;
  const random = createRandom(1);
  const repair = createScoreRepairs(running, random);
  /** What an operation takes, in elementary steps; as measured. */
  const steps = level === LEVEL.complete ? 2 + 2 * sessions.length : 20 * sessions.length;
  /** Changes something near where all wait; from which place on the run is another then. */
  const change = (waiting: readonly number[]): number => {
    if (random.chance(ANEW)) return guessAnew(running, guessed, LATEST, reach, random);
    const what = random.int(10);
    const late = random.pick(waiting);
    let from = what < 5 ? repair(waiting) : what < 7 ? seeOtherwise(running, late, random) : -1;
    if (from < 0 && what < 8) from = shift(running, late, reach, random);
    if (from >= 0) return from;
    const near = views.count - 1 - random.int(Math.min(views.count, NEAR));
    return near < 0 ? 0 : Math.max(0, shift(running, views.line[near], reach, random));
  };
  const best = createBestSoFar([moments, skipped], random);
  let from = 0;
  return function* (runs, meter) {
    for (let run = 0; run < runs; run++) {
      if (meter.isTurnOver()) yield;
      const waiting = running.from(from);
      meter.work(Math.max(1, views.count - from) * steps);
      if (waiting.length === 0) return witnessOf(views);
      from = best.weigh(views.count);
      if (from >= 0) continue;
      from = change(waiting);
      best.change(from);
    }
    return undefined;
  };
}

function witnessOf(views: ScoreViews): Witness {
  const { problem } = views.scores.model;
  if (views.level < LEVEL.complete) return longWitness(problem, chainOf(problem, views.line, views.saw));
  return { linearization: Array.from(views.line, (operation) => problem.ids[operation]), visibility: {} };
}
