import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { type Bounds, orderOfBounds } from "../bounds.js";
import type { Guess } from "../guesses.js";
import { hintsOf, hintTimes } from "../hints.js";
import { runAlongMoments } from "./run-along-moments.js";
import type { ScoreModel } from "./score-model.js";
import { scoreTimes } from "./score-times.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createVectorSearch, GUESSED, TOLD, type VectorSearch } from "./search-vectors.js";

/** A witness at the level or above, by ever more runs; goes on from where it was, as long as no more is known. */
export type ScoreAttempt = (
  bounds: Bounds | undefined,
  step: number,
  meter: Meter,
) => Generator<void, Witness | undefined>;

/** How many runs there are, in turn: where a sight is a vector, and at `basic` and `monotonic` themselves. */
const VECTOR_RUNS = [20, 200, 600, 4000] as const;
const LISTED_RUNS = [6, 20, 60, 200] as const;
/** Where each sees all before it there are no sights to choose, and so many runs take about as long as one. */
const CHEAPER = 10;

/**
 * Attempts at a priority queue: first at the levels at which a sight is a vector, where what is found at a stronger
 * level answers a weaker, and a run takes the least at the strongest.
 */
export function createScoreAttempts(
  model: ScoreModel | undefined,
  level: number,
  guesses: () => Iterable<Guess>,
): ScoreAttempt {
  const scores = model && createFlatScores(model);
  const known = new Map<Bounds, readonly LeveledSearch[]>();
  const searchesOn = (flat: FlatScores, bounds: Bounds): readonly LeveledSearch[] => {
    const searches = known.get(bounds) ?? createSearches(flat, bounds, level);
    known.set(bounds, searches);
    return searches;
  };
  return function* (bounds, step, meter) {
    if (model === undefined || bounds === undefined) return undefined;
    if (scores !== undefined)
      for (const { at, search } of searchesOn(scores, bounds)) {
        const runs = VECTOR_RUNS[step] * (at === LEVEL.complete ? CHEAPER : 1);
        const witness = yield* search(runs, meter);
        if (witness !== undefined) return witness;
      }
    if (level !== LEVEL.basic && level !== LEVEL.monotonic) return undefined;
    for (const guess of guesses()) {
      const runs = LISTED_RUNS[step];
      const witness = yield* runAlongMoments(model, guess.bounds, level, guess.moments, runs, meter);
      if (witness !== undefined) return witness;
    }
    return undefined;
  };
}

/** A search, and the level at which it looks for a witness. */
interface LeveledSearch {
  readonly at: number;
  readonly search: VectorSearch;
}

/** The searches along the best hint, those of the strongest level first. */
function createSearches(scores: FlatScores, bounds: Bounds, level: number): readonly LeveledSearch[] {
  const { problem } = scores.model;
  const [hint] = hintsOf(problem);
  const isGuessed = hint === "position";
  const order = orderOfBounds(bounds, isGuessed ? scoreTimes(scores, bounds) : hintTimes(problem, hint));
  if (order === undefined) return [];
  const moments = new Float64Array(problem.size);
  order.forEach((operation, at) => {
    moments[operation] = at;
  });
  return [LEVEL.complete, LEVEL.causal, LEVEL.peer]
    .filter((at) => at >= level)
    .map((at) => ({
      at,
      search: createVectorSearch(scores, bounds, at, moments, isGuessed ? GUESSED : TOLD),
    }));
}
