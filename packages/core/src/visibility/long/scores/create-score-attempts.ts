import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { type Bounds, orderOfBounds } from "../conclude/bounds.js";
import type { Guess } from "../hints/guesses.js";
import { hintsOf, hintTimes } from "../hints/hints.js";
import { runAlongMoments } from "./run-along-moments.js";
import type { ScoreModel } from "./score-model.js";
import { scoreMoments } from "./score-moments.js";
import { scoreTimes } from "./score-times.js";
import { everyOrder } from "./every-order.js";
import { type BasicSearch, createBasicSearch } from "./search-basic.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createOneOrderSearch, type OneOrderSearch } from "./search-one-order.js";
import { createVectorSearch, GUESSED, TOLD, type VectorSearch } from "./search-vectors.js";

/**
 * A witness at the level or above, by ever more runs; goes on from where it was, as long as no more is known. "none"
 * where it was shown that there is none.
 */
export type ScoreAttempt = (
  bounds: Bounds | undefined,
  step: number,
  meter: Meter,
) => Generator<void, Witness | "none" | undefined>;

/** How many runs there are, in turn: where a sight is a vector, and at `basic` and `monotonic` themselves. */
const VECTOR_RUNS = [20, 200, 600, 4000] as const;
const LISTED_RUNS = [6, 20, 60, 200] as const;
/** Where each sees all before it there are no sights to choose, and so many runs take about as long as one. */
const CHEAPER = 10;
/** How many moves there are to find one order, of few elements: usually, and where moments of many sessions are guessed. */
const TOLD_MOVES = [4000, 8000, 20_000, 100_000] as const;
const GUESSED_MOVES = [30_000, 30_000, 60_000, 200_000] as const;
/** And how many for one that explains all at `basic`, at a time, and how often: it is seldom that others find it sooner. */
const BASIC_MOVES = [
  { moves: 5000, times: 3 },
  { moves: 5000, times: 2 },
  { moves: 10_000, times: 1 },
  { moves: 50_000, times: 1 },
] as const;
/** What it takes to guess the moment of an operation, in elementary steps. */
const GUESSING = 2000;
/** Scores of all elements after each update are kept where there are no more. */
const MOST_ROOM = 1 << 21;
/** So many elements are few, and so many sessions. */
const [FEW_ELEMENTS, FEW_SESSIONS] = [24, 4];

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
  const searchesOn = (flat: FlatScores, bounds: Bounds, meter: Meter): ScoreSearches | undefined => {
    if (!known.has(bounds)) known.set(bounds, createSearches(flat, bounds, level, meter));
    return known.get(bounds);
  };
  return function* (bounds, step, meter) {
    if (model === undefined || bounds === undefined) return undefined;
    const searches = scores && searchesOn(scores, bounds, meter);
    if (scores !== undefined && searches !== undefined) {
      const order = searches.oneOrder && (yield* searches.oneOrder.search(searches.moves[step], meter));
      if (order !== undefined) return order;
      const basic = level === LEVEL.basic ? searches.basic() : undefined;
      const { moves, times } = BASIC_MOVES[step];
      for (let time = 0; time < times && basic !== undefined; time++) {
        const witness = yield* basic(moves, meter);
        if (witness !== undefined) return witness;
      }
      if (step === 0 && level === LEVEL.complete && searches.isFew) {
        const found = yield* everyOrder(scores, bounds, meter);
        if (found !== undefined) return found;
      }
      for (const { at, search } of searches.vectors()) {
        const runs = VECTOR_RUNS[step] * (at === LEVEL.complete ? CHEAPER : 1);
        const run = yield* search(runs, meter);
        if (run !== undefined) return run;
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
  /** Whether elements are few, and sessions, so that all orders may be tried. */
  readonly isFew: boolean;
  /** How many moves there are for one order, in turn. */
  readonly moves: readonly number[];
  /** The search for one order, of few elements. */
  readonly oneOrder: OneOrderSearch | undefined;
  /** The search at `basic`, of few elements, along the best order that was found by then. */
  basic(): BasicSearch | undefined;
  /** The others, those of the strongest level first; along the best order that was found by then. */
  vectors(): readonly LeveledSearch[];
}

/** A search, and the level at which it looks for a witness. */
interface LeveledSearch {
  readonly at: number;
  readonly search: VectorSearch;
}

function createSearches(
  scores: FlatScores,
  bounds: Bounds,
  level: number,
  meter: Meter,
): ScoreSearches | undefined {
  const { problem, names } = scores.model;
  const [hint] = hintsOf(problem);
  const isGuessed = hint === "position";
  const isFew = names.length <= FEW_ELEMENTS && names.length * problem.size <= MOST_ROOM;
  if (isGuessed) meter.work(GUESSING * problem.size);
  const times = (): Float64Array => (isFew ? scoreMoments(scores) : scoreTimes(scores, bounds));
  const order = orderOfBounds(bounds, isGuessed ? times() : hintTimes(problem, hint));
  if (order === undefined) return undefined;
  const moments = placesIn(order);
  const oneOrder = isFew ? createOneOrderSearch(scores, moments) : undefined;
  /** Guessed moments are worse than what was found along them by then. */
  const best = (): Float64Array =>
    isGuessed && oneOrder !== undefined ? placesIn(oneOrder.nearest()) : moments;
  let basic: BasicSearch | undefined;
  let vectors: readonly LeveledSearch[] | undefined;
  const trust = isGuessed && oneOrder === undefined ? GUESSED : TOLD;
  const createVectors = (): readonly LeveledSearch[] => {
    const along = best();
    return [LEVEL.complete, LEVEL.causal, LEVEL.peer]
      .filter((at) => at >= level && (at < LEVEL.complete || oneOrder === undefined))
      .map((at) => ({ at, search: createVectorSearch(scores, bounds, at, along, trust) }));
  };
  const isFewSessions = problem.sessions.length <= FEW_SESSIONS;
  return {
    isFew: isFew && isFewSessions,
    moves: isGuessed && !isFewSessions && level > LEVEL.basic ? GUESSED_MOVES : TOLD_MOVES,
    oneOrder,
    basic: () => (isFew ? (basic ??= createBasicSearch(scores, best())) : undefined),
    vectors: () => (vectors ??= createVectors()),
  };
}

/** Operation → its place in the order. */
function placesIn(order: ArrayLike<number>): Float64Array {
  const places = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) places[order[at]] = at;
  return places;
}
