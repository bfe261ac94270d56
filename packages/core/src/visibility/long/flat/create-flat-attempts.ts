import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { guesses } from "../hints/guesses.js";
import { remembered } from "../hints/remembered.js";
import type { Choice } from "../long-task.js";
import { createFlatModel, type FlatModel } from "./flat-model.js";
import { createFlatSearch, type FlatSearch } from "./flat-search.js";

/** A witness in which every operation has the level, by so many runs over flat lists along each hint. */
export type FlatAttempt = (
  choice: Choice,
  level: number,
  accepts: (witness: Witness) => boolean,
  runs: number,
  meter: Meter,
) => Generator<void, Witness | undefined>;

/** Of more operations than this, sights that are not vectors take longer to write down and to verify than to find. */
const MOST_LISTED = 2000;

/**
 * The levels at which witnesses are looked for. First where sights are vectors: of many operations since what else is
 * seen has to be listed, one by one, and of sums since they tell too little of it.
 */
export function flatLevels(choice: Choice, highest: number, lowest: number): ReadonlySet<number> {
  const task = choice.taskAt(lowest);
  const model = createFlatModel(task);
  const isListed = task.problem.size <= MOST_LISTED && model?.isOfOnes === true;
  const levels = [...(isListed ? [] : [LEVEL.causal]), Math.min(highest, LEVEL.causal), lowest];
  // Who empties a key sees all that fill it: one that returns something may do so from `monotonic` on.
  const least = model?.observes === true && emptiesAndTells(model) ? LEVEL.monotonic : LEVEL.weak;
  return new Set(levels.map((level) => Math.max(level, least)));
}

/** Whether an operation that empties a key returns something. */
const emptiesAndTells = ({ problem, key, fills, asks }: FlatModel): boolean =>
  problem.label.some(
    (own, operation) => key[operation] >= 0 && fills[operation] === 0 && asks[own] !== undefined,
  );

/** Attempts that go on from where they were, as long as no more is known. */
export function createFlatAttempts(): FlatAttempt {
  const known = new Map<Bounds, Iterable<FlatSearch>>();
  return function* (choice, level, accepts, runs, meter) {
    const saturated = choice.at(level, meter);
    const model = createFlatModel(choice.taskAt(level));
    if (model === undefined || "contradiction" in saturated) return undefined;
    let searches = known.get(saturated.bounds);
    if (searches === undefined) {
      searches = remembered(guesses(choice, level, meter), ({ bounds, moments }) =>
        createFlatSearch(model, bounds, level, moments),
      );
      known.set(saturated.bounds, searches);
    }
    for (const search of searches) {
      const witness = yield* search(runs, meter);
      if (witness !== undefined && accepts(witness)) return witness;
    }
    return undefined;
  };
}
