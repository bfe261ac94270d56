import { explanationsOf } from "./score-times.js";
import type { FlatScores } from "./score-views.js";

/** How often all sessions are laid beside the others, and into how many moments time is cut. */
const [SWEEPS, MOMENTS] = [3, 200];
/** How far apart, in operations, results are that tell the same, and how long an update is told of. */
const [APART, LASTS] = [8, 30];
/** What it counts for that a result has another reason than those that are known. */
const ANOTHER = 0.05;
/** What an explanation by an add counts for, and one by an add and an increment. */
const [ALONE, BOTH] = [1.5, 0.3];
/** Explanations that are less likely are passed over. */
const UNLIKELY = 0.02;
/** The least spread of a guess, in operations. */
const LEAST_SPREAD = 2;
/** Of so many results that tell the same each is laid beside; of more, some. */
const PARTNERS = 16;
/** How many spreads away something counts for nothing. */
const FAR = 3;

/** All results that tell one score of one element, and what may explain it. */
interface Told {
  readonly queries: number[];
  /** Some of them, not too many. */
  partners: readonly number[];
  readonly reasons: readonly Reason[];
}

interface Reason {
  readonly updates: readonly number[];
  readonly weight: number;
  /** How likely it is the one, as guessed. */
  share: number;
}

/**
 * When each operation took effect, guessed from results: those that tell one score of one element are near each other,
 * and soon after an add, or an add and an increment, that come to it. Each session is laid beside the others in turn:
 * of all ways to place its operations in time, in their order, each counts for as much as it agrees with where the
 * others are taken to be, so that an operation has a mean moment, and a spread (forward and backward sums, as in a
 * hidden Markov model whose states are moments).
 */
export function scoreMoments(scores: FlatScores): Float64Array {
  const { problem } = scores.model;
  const { size, sessions, session, position } = problem;
  const cell = size / MOMENTS;
  const mean = new Float64Array(size);
  const spread = new Float64Array(size);
  for (let operation = 0; operation < size; operation++) {
    const { length } = sessions[session[operation]];
    const share = (position[operation] + 1) / (length + 1);
    mean[operation] = share * size;
    spread[operation] = size * Math.sqrt((share * (1 - share)) / (length + 2));
  }
  const told = toldOf(scores);
  const toldBy: (Told | undefined)[] = Array.from({ length: size });
  const explains: [Told, Reason][][] = Array.from({ length: size }, () => []);
  for (const one of told) {
    for (const query of one.queries) toldBy[query] = one;
    for (const reason of one.reasons)
      for (const update of reason.updates) explains[update].push([one, reason]);
  }
  const agreement = new Float64Array(MOMENTS);
  /** Adds to the agreement that it is between so much before and after the moment of another, as far as that is known. */
  const near = (other: number, own: number, from: number, to: number, weight: number): void => {
    const sigma = Math.sqrt(spread[other] ** 2 + own ** 2);
    const [low, high] = [mean[other] + from, mean[other] + to];
    const first = Math.max(0, Math.floor((low - FAR * sigma) / cell));
    const last = Math.min(MOMENTS - 1, Math.ceil((high + FAR * sigma) / cell));
    const height = weight * Math.min(1, (LASTS + APART) / (sigma + (to - from) / 2));
    for (let at = first; at <= last; at++) {
      const moment = (at + 0.5) * cell;
      const off = (moment < low ? low - moment : moment > high ? moment - high : 0) / sigma;
      agreement[at] += height / (1 + off * off * (0.5 + 0.125 * off * off));
    }
  };
  /** How well the operation agrees with others at each moment; whether anything is known of it. */
  const agree = (operation: number, likely: Float64Array): void => {
    const s = session[operation];
    const own = toldBy[operation];
    if (own !== undefined) {
      agreement.fill(ANOTHER);
      for (const query of own.partners) if (session[query] !== s) near(query, APART, 0, 0, 1);
      for (const { updates, weight, share } of own.reasons)
        if (share > UNLIKELY)
          for (const update of updates)
            if (session[update] !== s)
              near(update, APART / 2, 0, LASTS, (1.5 * weight * share) / updates.length);
      for (let at = 0; at < MOMENTS; at++) likely[at] *= agreement[at];
    }
    for (const [{ partners }, { share }] of explains[operation]) {
      if (share < 5 * UNLIKELY || partners.every((query) => session[query] === s)) continue;
      agreement.fill(1 - share + ANOTHER);
      for (const query of partners) if (session[query] !== s) near(query, APART / 2, -LASTS, 0, 2 * share);
      for (let at = 0; at < MOMENTS; at++) likely[at] *= agreement[at];
    }
  };
  const lay = createLay(Math.max(...sessions.map(({ length }) => length)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const one of told) weigh(one, mean, spread);
    for (const members of sessions) {
      members.forEach((operation, at) => agree(operation, lay.likely(at)));
      lay.run(members.length, (at, moment, width) => {
        mean[members[at]] = (moment + 0.5) * cell;
        spread[members[at]] = Math.max(LEAST_SPREAD, width * cell);
      });
    }
  }
  return mean;
}

/** What results tell, score by score. */
function toldOf(scores: FlatScores): readonly Told[] {
  const explanations = explanationsOf(scores);
  const known = new Map<string, Told>();
  scores.asks.forEach((ask, query) => {
    if (ask === undefined || ask.score === null) return;
    const name = `${ask.element} ${ask.score}`;
    const one = known.get(name);
    if (one !== undefined) {
      one.queries.push(query);
      return;
    }
    const reasons = explanations[query].map(
      ([add, increment]): Reason =>
        increment < 0
          ? { updates: [add], weight: ALONE, share: 0 }
          : { updates: [add, increment], weight: BOTH, share: 0 },
    );
    known.set(name, { queries: [query], partners: [], reasons });
  });
  for (const one of known.values()) {
    const every = Math.ceil(one.queries.length / PARTNERS);
    one.partners = one.queries.filter((_, at) => at % every === 0);
  }
  return [...known.values()];
}

/** Guesses which of the reasons is the one, by how far they are from those who tell. */
function weigh({ queries, reasons }: Told, mean: Float64Array, spread: Float64Array): void {
  let [moment, weights] = [0, 0];
  for (const query of queries) {
    const weight = 1 / (spread[query] ** 2 + 25);
    moment += weight * mean[query];
    weights += weight;
  }
  moment /= weights;
  let total = 2 * ANOTHER;
  for (const reason of reasons) {
    reason.share = reason.weight;
    for (const update of reason.updates) {
      const sigma = Math.sqrt(1 / weights + APART ** 2 + spread[update] ** 2);
      const behind = moment - mean[update];
      const off = (behind < 0 ? behind : Math.max(0, behind - LASTS)) / sigma;
      reason.share *= Math.exp(-0.5 * off * off) * Math.min(1, (2 * LASTS) / sigma);
    }
    total += reason.share;
  }
  for (const reason of reasons) reason.share /= total;
}

/** Lays operations of a session over moments, in their order. */
interface Lay {
  /** Of an operation, how likely each moment is by itself: to be multiplied. */
  likely(at: number): Float64Array;
  /** Calls back with the mean moment of each operation, and its spread; and forgets what was likely. */
  run(length: number, each: (at: number, mean: number, spread: number) => void): void;
}

function createLay(most: number): Lay {
  const likely = Array.from({ length: most }, () => new Float64Array(MOMENTS).fill(1));
  const forward = Array.from({ length: most }, () => new Float64Array(MOMENTS));
  const backward = new Float64Array(MOMENTS);
  return {
    likely: (at) => likely[at],
    run(length, each) {
      for (let at = 0; at < length; at++) {
        const [own, before] = [forward[at], forward[at - 1]];
        let [sum, total] = [1, 0];
        if (at > 0) sum = 0;
        for (let moment = 0; moment < MOMENTS; moment++) {
          if (at > 0) sum += before[moment];
          total += own[moment] = sum * likely[at][moment];
        }
        for (let moment = 0; moment < MOMENTS; moment++) own[moment] /= total;
      }
      backward.fill(1 / MOMENTS);
      for (let at = length - 1; at >= 0; at--) {
        let [weight, first, second] = [0, 0, 0];
        for (let moment = 0; moment < MOMENTS; moment++) {
          const share = forward[at][moment] * backward[moment];
          weight += share;
          first += share * moment;
          second += share * moment * moment;
        }
        const mean = first / weight;
        each(at, mean, Math.sqrt(Math.max(0, second / weight - mean * mean)));
        let [sum, total] = [0, 0];
        for (let moment = MOMENTS - 1; moment >= 0; moment--) {
          sum += backward[moment] * likely[at][moment];
          total += backward[moment] = sum;
        }
        for (let moment = 0; moment < MOMENTS; moment++) backward[moment] /= total;
        likely[at].fill(1);
      }
    },
  };
}
