import { LEVEL } from "../../../criteria/levels.js";
import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { chainOf } from "../runs/chain-of.js";
import { longWitness } from "../long-witness.js";
import type { FlatModel } from "./flat-model.js";
import { createRepairs, hastenSession } from "./flat-repair.js";
import { createFlatRun } from "./flat-run.js";
import { createOtherChoices } from "./flat-sums.js";
import { createFlatViews, type FlatViews } from "./flat-views.js";

/** How often a session that waits in vain goes earlier instead of an update later; how often it goes back to the best. */
const [HASTENED, BACK] = [0.1, 0.1];

/** Goes on for so many runs; a witness, once there is one. */
export type FlatSearch = (runs: number, meter: Meter) => Generator<void, Witness | undefined>;

/**
 * Looks for a witness at the level by runs along guessed moments, each of which is put right by where the one before
 * it got stuck. That it finds none means nothing.
 */
export function createFlatSearch(
  model: FlatModel,
  bounds: Bounds,
  level: number,
  guessed: Float64Array,
): FlatSearch {
  const { size, sessions } = model.problem;
  const views = createFlatViews(model, bounds, level);
  const running = createFlatRun(views, guessed.slice());
  const { moments } = running;
  const random = createRandom(size);
  const repair = createRepairs(running, random);
  const chooseOtherwise = createOtherChoices(views, random);
  let [most, best, from] = [-1, moments.slice(), 0];
  return function* (runs, meter) {
    for (let run = 0; run < runs; run++) {
      if (meter.isTurnOver()) yield;
      const waiting = running.from(from);
      meter.work((views.count - from) * (2 + sessions.length));
      if (waiting.length === 0) return witnessOf(views);
      const otherwise = model.isOfOnes || level < LEVEL.peer ? -1 : chooseOtherwise();
      if (otherwise >= 0) {
        from = otherwise;
        continue;
      }
      if (views.count > most) [most, best] = [views.count, moments.slice()];
      if (views.count < most && random.chance(BACK)) {
        moments.set(best);
        from = 0;
        continue;
      }
      const repaired = random.chance(HASTENED) ? -1 : repair(waiting);
      from = repaired < 0 ? hastenSession(running, random.pick(waiting), random) : repaired;
    }
    return undefined;
  };
}

function witnessOf({ model, line, saw, extra, extraCount, picked }: FlatViews): Witness {
  const { problem } = model;
  const extraOf = (operation: number): readonly number[] =>
    picked.get(operation) ?? extra[problem.session[operation]].slice(0, extraCount[operation]);
  return longWitness(problem, chainOf(problem, line, saw, extraOf));
}
