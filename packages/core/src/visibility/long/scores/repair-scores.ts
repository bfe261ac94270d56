import type { Random } from "../../../random.js";
import { isBefore } from "../conclude/bounds.js";
import type { ScoreAsk } from "./score-model.js";
import { ABSENT, ADD, INCREMENT, isAbove, REMOVE, viewerOf } from "./score-views.js";
import type { VectorRun } from "./vector-run.js";

/** A distance between moments that is next to nothing. */
const STEP = 1e-6;
/** What it costs to do again what was done before, and by how much chance decides, in places of the linearization. */
const [AGAIN, CHANCE] = [40, 30];
/** How many updates of an element are looked at, the last ones. */
const LATEST = 12;

/** How far operations are guessed elsewhere, in turn, as a share of how far they may be moved. */
const NOISE = [0, 0.15, 0.3, 0.5, 0.8] as const;

/** A move of one update to the other side of another. */
interface Move {
  readonly first: number;
  readonly second: number;
  /** Whether the first goes after the second; else the second before the first. */
  readonly isLater: boolean;
  readonly cost: number;
}

/**
 * Puts moments right where a run is stuck: of two updates of an element, the first is moved after the second, or the
 * second before the first, where that explains one that waits. Returns the place from which the run is another, or -1
 * where nothing can be moved.
 */
export function createScoreRepairs(run: VectorRun, random: Random): (waiting: readonly number[]) => number {
  const { views, moments, when } = run;
  const { scores, bounds, place, line, placed, sees, value, elements, lists, lengths } = views;
  const { session, sessions, position, size } = scores.model.problem;
  const width = sessions.length;
  /** Pairs of updates → how often one of them was moved. */
  const moved = new Map<number, number>();
  const nameOf = (a: number, b: number): number => (a < b ? a * size + b : b * size + a);
  const trial = new Int32Array(LATEST);
  let length = 0;
  const scoreOfTrial = (counts: Int32Array, at: number, also: number): number => {
    let [sum, base] = [0, 0];
    let isThere = false;
    for (let next = length - 1; next >= 0; next--) {
      const update = trial[next];
      if (position[update] >= counts[at + session[update]] && update !== also) continue;
      if (scores.kind[update] === REMOVE) break;
      isThere = true;
      if (scores.kind[update] === INCREMENT) sum += scores.amount[update];
      else base = scores.amount[update];
    }
    return isThere ? base + sum : ABSENT;
  };
  /** The moves of updates of an element after which it can have a score that is right. */
  const movesOf = (s: number, element: number, isRight: (score: number) => boolean, found: Move[]): void => {
    length = Math.min(LATEST, lengths[element]);
    const latest = lists[element].subarray(lengths[element] - length, lengths[element]);
    for (let i = 0; i < length; i++)
      for (let j = i + 1; j < length; j++) {
        const [first, second] = [latest[i], latest[j]];
        if (isBefore(bounds, first, second)) continue;
        if (scores.kind[first] !== REMOVE && scores.kind[second] !== REMOVE)
          if (scores.kind[first] !== ADD || scores.kind[second] !== ADD) continue;
        for (const isLater of [true, false]) {
          trial.set(latest);
          if (isLater) {
            trial.copyWithin(i, i + 1, j + 1);
            trial[j] = first;
          } else {
            trial.copyWithin(i + 1, i, j);
            trial[i] = second;
          }
          const also = isLater ? first : second;
          if (
            !isRight(scoreOfTrial(sees, s * width, -1)) &&
            !isRight(scoreOfTrial(sees, s * width, also)) &&
            !isRight(scoreOfTrial(placed, 0, -1))
          )
            continue;
          const cost =
            place[second] -
            place[first] +
            AGAIN * (moved.get(nameOf(first, second)) ?? 0) +
            random.int(CHANCE);
          found.push({ first, second, isLater, cost });
        }
      }
  };
  const movesFor = (operation: number, { element, score, isMaximum }: ScoreAsk, found: Move[]): void => {
    const s = viewerOf(views, session[operation]);
    if (element >= 0 && value[s * elements + element] !== (score ?? ABSENT))
      movesOf(s, element, (its) => its === (score ?? ABSENT), found);
    if (!isMaximum) return;
    const isWrong = (one: number, its: number): boolean =>
      its !== ABSENT && (score === null || isAbove(scores, one, its, element, score));
    for (let one = 0; one < elements; one++)
      if (one !== element && isWrong(one, value[s * elements + one]))
        movesOf(s, one, (its) => !isWrong(one, its), found);
  };
  return (waiting) => {
    const found: Move[] = [];
    for (const operation of waiting) {
      const ask = scores.asks[operation];
      if (ask !== undefined) movesFor(operation, ask, found);
    }
    if (found.length === 0) return -1;
    const { first, second, isLater } = found.reduce((a, b) => (b.cost < a.cost ? b : a));
    moved.set(nameOf(first, second), (moved.get(nameOf(first, second)) ?? 0) + 1);
    if (isLater) {
      const members = sessions[session[first]];
      let after = Math.max(when[second], moments[second]) + STEP;
      for (let at = position[first]; at < members.length && moments[members[at]] < after; at++, after += STEP)
        moments[members[at]] = after;
      return place[first];
    }
    const members = sessions[session[second]];
    let before = Math.min(when[first], moments[first]) - STEP;
    for (let at = position[second]; at >= 0 && moments[members[at]] > before; at--, before -= STEP)
      moments[members[at]] = before;
    let from = place[first];
    while (from > 0 && when[line[from - 1]] >= before) from--;
    return from;
  };
}

/**
 * Moves an operation by chance, earlier or later, and others of its session with it. Returns the place from which the
 * run is another, or -1 where none is placed of its session.
 */
export function shift(
  { views, moments, when }: VectorRun,
  near: number,
  reach: number,
  random: Random,
): number {
  const { line, place, placed, scores } = views;
  const { session, sessions, position } = scores.model.problem;
  const members = sessions[session[near]];
  const end = placed[session[near]];
  const at = Math.min(position[near], end - 1 + random.int(2));
  if (at < 0) return -1;
  const by = 1 + random.int(reach);
  if (random.chance(0.5)) {
    let after = moments[members[at]] + by;
    for (let next = at; next < members.length && moments[members[next]] < after; next++, after += STEP)
      moments[members[next]] = after;
    if (at < end) return place[members[at]];
    return at > 0 ? place[members[at - 1]] : 0;
  }
  let before = moments[members[at]] - by;
  for (let next = at; next >= 0 && moments[members[next]] > before; next--, before -= STEP)
    moments[members[next]] = before;
  let from = views.count;
  while (from > 0 && when[line[from - 1]] >= before) from--;
  return from;
}

/** How many queries back another sight is chosen, and how many sights are passed over. */
const [RECENT, OTHERS] = [3, 4];

/** Lets a query before one that waits in vain, in its session, see something else. Returns the place of it, or -1. */
export function seeOtherwise({ views, skipped, widened }: VectorRun, late: number, random: Random): number {
  const { session, sessions, position } = views.scores.model.problem;
  const members = sessions[session[late]];
  let left = random.int(RECENT);
  for (let at = position[late] - 1; at >= 0; at--) {
    if (widened[members[at]] === 0 || left-- > 0) continue;
    skipped[members[at]] = random.int(OTHERS);
    return views.place[members[at]];
  }
  return -1;
}

/** Guesses the latest operations anew, some of them by chance elsewhere. Returns the place from which the run is another. */
export function guessAnew(
  { views, moments, skipped }: VectorRun,
  guessed: Float64Array,
  latest: number,
  reach: number,
  random: Random,
): number {
  const { placed, place, count, scores } = views;
  const from = Math.max(0, count - 1 - random.int(latest));
  const noise = reach * random.pick(NOISE);
  scores.model.problem.sessions.forEach((members, s) => {
    let at = placed[s];
    while (at > 0 && place[members[at - 1]] >= from) at--;
    let last = at === 0 ? -Infinity : moments[members[at - 1]];
    for (; at < members.length; at++) {
      const drawn = guessed[members[at]] + noise * (random.int(2001) / 1000 - 1);
      moments[members[at]] = last = Math.max(last + STEP, drawn);
      skipped[members[at]] = 0;
    }
  });
  return from;
}
