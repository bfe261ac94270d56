import { LEVEL } from "../../../criteria/levels.js";
import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../bounds.js";
import type { Placed } from "../configuration.js";
import { longWitness } from "../long-witness.js";
import type { FlatModel } from "./flat-model.js";
import { createRepairs, hasten } from "./flat-repair.js";
import { createFlatRun, runFrom } from "./flat-run.js";
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
      const waiting = runFrom(running, from);
      meter.work((views.count - from) * (2 + sessions.length));
      if (waiting.length === 0) return longWitness(model.problem, chainOf(views));
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
      from = repaired < 0 ? hasten(running, random.pick(waiting), random) : repaired;
    }
    return undefined;
  };
}

/** The linearization as the other searches have it. */
function chainOf({ model, line, saw, extra, extraCount, picked, count }: FlatViews): Placed {
  const { session, sessions } = model.problem;
  const width = sessions.length;
  const latest: (Placed | undefined)[] = sessions.map(() => undefined);
  let last: Placed | undefined;
  for (let place = 0; place < count; place++) {
    const operation = line[place];
    const s = session[operation];
    last = {
      operation,
      place,
      sees: saw.slice(operation * width, (operation + 1) * width),
      extra: picked.get(operation) ?? extra[s].slice(0, extraCount[operation]),
      effect: undefined,
      previous: latest[s],
      earlier: last,
    };
    latest[s] = last;
  }
  return last as Placed;
}
