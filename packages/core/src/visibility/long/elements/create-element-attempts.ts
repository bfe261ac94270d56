import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Guess } from "../hints/guesses.js";
import { remembered } from "../hints/remembered.js";
import type { ElementModel } from "./element-model.js";
import { createElementSearch, type ElementSearch } from "./search-elements.js";
import { createVectorSearch } from "./search-vectors.js";

/** A witness of a queue or a stack, by so many runs along each hint. */
export type ElementAttempt = (runs: number, meter: Meter) => Generator<void, Witness | undefined>;

/**
 * Attempts at one level that go on from where they were; nothing where there is no model or where more than session
 * order happens before.
 *
 * @param guessed guesses of when operations took effect, which are asked for once
 */
export function createElementAttempts(
  model: ElementModel | undefined,
  level: number,
  guessed: () => Iterable<Guess>,
): ElementAttempt {
  let searches: Iterable<ElementSearch> | undefined;
  return function* (runs, meter) {
    if (model === undefined || model.problem.crosses) return undefined;
    if (level === LEVEL.weak || level === LEVEL.complete) return undefined;
    const create = level < LEVEL.peer ? createElementSearch : createVectorSearch;
    searches ??= remembered(guessed(), (guess) => create(model, level, guess));
    for (const search of searches) {
      const witness = yield* search(runs, meter);
      if (witness !== undefined) return witness;
    }
    return undefined;
  };
}
