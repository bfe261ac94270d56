import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { type Bounds, orderOfBounds } from "../bounds.js";
import type { Guess } from "../guesses.js";
import { hintsOf, hintTimes } from "../hints.js";
import { runAlongMoments } from "./run-along-moments.js";
import type { ScoreModel } from "./score-model.js";
import { scoreMoments } from "./score-moments.js";
import { scoreTimes } from "./score-times.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createOneOrderSearch, type OneOrderSearch } from "./search-one-order.js";
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
/** How many moves there are to find one order, of few elements: where moments are told, and where they are guessed. */
const TOLD_MOVES = [4000, 8000, 20_000, 100_000] as const;
const GUESSED_MOVES = [30_000, 30_000, 60_000, 200_000] as const;
/** So many elements are few. */
const FEW_ELEMENTS = 24;

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
  const known = new Map<Bounds, ScoreSearches | undefined>();
  const searchesOn = (flat: FlatScores, bounds: Bounds): ScoreSearches | undefined => {
    if (!known.has(bounds)) known.set(bounds, createSearches(flat, bounds, level));
    return known.get(bounds);
  };
  return function* (bounds, step, meter) {
    if (model === undefined || bounds === undefined) return undefined;
    const searches = scores && searchesOn(scores, bounds);
    if (searches !== undefined) {
      const moves = (searches.isGuessed ? GUESSED_MOVES : TOLD_MOVES)[step];
      const order = searches.oneOrder && (yield* searches.oneOrder.search(moves, meter));
      if (order !== undefined) return order;
      for (const { at, search } of searches.vectors()) {
        const runs = VECTOR_RUNS[step] * (at === LEVEL.complete ? CHEAPER : 1);
        const witness = yield* search(runs, meter);
        if (witness !== undefined) return witness;
      }
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

/** The searches of a history along its best hint. */
interface ScoreSearches {
  /** Whether moments are guessed, since nothing tells of them. */
  readonly isGuessed: boolean;
  /** The search for one order, of few elements. */
  readonly oneOrder: OneOrderSearch | undefined;
  /** The others, those of the strongest level first; along the best order that was found by then. */
  vectors(): readonly LeveledSearch[];
}

/** A search, and the level at which it looks for a witness. */
interface LeveledSearch {
  readonly at: number;
  readonly search: VectorSearch;
}

function createSearches(scores: FlatScores, bounds: Bounds, level: number): ScoreSearches | undefined {
  const { problem, names } = scores.model;
  const [hint] = hintsOf(problem);
  const isGuessed = hint === "position";
  const isFew = names.length <= FEW_ELEMENTS;
  const times = (): Float64Array => (isFew ? scoreMoments(scores) : scoreTimes(scores, bounds));
  const order = orderOfBounds(bounds, isGuessed ? times() : hintTimes(problem, hint));
  if (order === undefined) return undefined;
  const moments = placesIn(order);
  const oneOrder = isFew ? createOneOrderSearch(scores, moments) : undefined;
  let vectors: readonly LeveledSearch[] | undefined;
  const createVectors = (): readonly LeveledSearch[] => {
    const isFound = isGuessed && oneOrder !== undefined;
    const along = isFound ? placesIn(oneOrder.nearest()) : moments;
    return [LEVEL.complete, LEVEL.causal, LEVEL.peer]
      .filter((at) => at >= level && (at < LEVEL.complete || oneOrder === undefined))
      .map((at) => ({
        at,
        search: createVectorSearch(scores, bounds, at, along, isGuessed && !isFound ? GUESSED : TOLD),
      }));
  };
  return { isGuessed, oneOrder, vectors: () => (vectors ??= createVectors()) };
}

/** Operation → its place in the order. */
function placesIn(order: ArrayLike<number>): Float64Array {
  const places = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) places[order[at]] = at;
  return places;
}
