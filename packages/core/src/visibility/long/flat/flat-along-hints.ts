import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { guesses } from "../guesses.js";
import type { Choice } from "../long-task.js";
import { createFlatModel } from "./flat-model.js";
import { flatSearch } from "./flat-search.js";

/** A witness in which every operation has the level, by so many runs over flat lists along each hint. */
export function* flatAlongHints(
  choice: Choice,
  level: number,
  accepts: (witness: Witness) => boolean,
  runs: number,
  meter: Meter,
): Generator<void, Witness | undefined> {
  const model = createFlatModel(choice.taskAt(level));
  if (model === undefined) return undefined;
  for (const { bounds, moments } of guesses(choice, level, meter)) {
    const witness = yield* flatSearch(model, bounds, level, moments, runs, meter);
    if (witness !== undefined && accepts(witness)) return witness;
  }
  return undefined;
}
