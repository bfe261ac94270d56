import { type Climb, type OtherWay, runFrom, type Stuck } from "./climb.js";
import { pass } from "../runs/move-moments.js";
import type { Moving } from "./vector-advice.js";

/** How many moves are tried where a run got stuck. */
const MOST_TRIED = 24;
/** How much further a run leads along what is taken at once. */
const ENOUGH = 100;
/** How far before where a run got stuck updates are moved past each other for no reason. */
const NEAR = 60;
/** For how many turns two updates are left as they are. */
const TABU = 24;

/** What came of moves that were tried. */
export interface Tried {
  /** The one that led furthest, and how far; `undefined` where there was none to try. */
  readonly moving: Moving | undefined;
  readonly count: number;
  /** All that led further than the run that got stuck. */
  readonly others: OtherWay[];
}

/**
 * Tries what would help those that wait, each by itself; and where that is needed updates beside each other (`isLost`).
 * Where all are placed by one of them nobody waits then; else the moments are what was kept.
 */
export function* tryMoves(climb: Climb, stuck: Stuck, isLost: boolean): Generator<void, Tried> {
  const { running, kept, meter } = climb;
  const { moments } = running;
  const advice = adviceFor(climb, stuck);
  const moves = advice.slice(0, MOST_TRIED);
  if (isLost) moves.push(...neighbours(climb, stuck).filter((one) => !isTabu(climb, one)));
  const others: OtherWay[] = [];
  let [moving, count] = [undefined as Moving | undefined, -1];
  for (const one of moves) {
    if (meter.isTurnOver()) yield;
    runFrom(climb, move(climb, stuck, one));
    if (climb.waiting.length === 0) break;
    if (running.count > stuck.count) others.push({ moments: moments.slice(), count: running.count });
    if (running.count > count) [moving, count] = [one, running.count];
    moments.set(kept);
    if (count > stuck.count + ENOUGH) break;
  }
  return { moving, count, others };
}

/** Keeps a move, for the better or the worse. */
export function take(climb: Climb, stuck: Stuck, moving: Moving): void {
  runFrom(climb, move(climb, stuck, moving));
  climb.tabu.set(pairOf(climb, moving), climb.turn + TABU);
  climb.kept.set(climb.running.moments);
}

/** Moves an update past another; the place from which the run is another. */
function move(
  { model, running, kept }: Climb,
  { place, when }: Stuck,
  { one, past, isLater }: Moving,
): number {
  const { problem } = model;
  const { moments } = running;
  pass(problem, moments, one, past, isLater, when[past]);
  let from = Math.min(place[one], place[past]);
  for (const member of problem.sessions[problem.session[one]])
    if (moments[member] !== kept[member]) from = Math.min(from, place[member]);
  return from;
}

/** What would help those that wait, first those that were to be first, and what changes the least. */
function adviceFor(climb: Climb, { operations }: Stuck): readonly Moving[] {
  const { running, random, meter } = climb;
  const { sights } = running;
  const advice: Moving[] = [];
  for (const operation of operations) {
    const found = running.asHeard(operation, () => climb.advise(operation));
    const costs = found.map((moving) => ({ moving, cost: moving.far + random.int(3) }));
    for (const { moving } of costs.sort((a, b) => a.cost - b.cost))
      if (!isTabu(climb, moving)) advice.push(moving);
    meter.work(sights.steps >> 2);
    sights.steps = 0;
  }
  return advice;
}

/** Updates beside each other, near where the run got stuck, each to be moved past the other. */
function neighbours({ model, running, isBefore }: Climb, { count, place }: Stuck): readonly Moving[] {
  const { problem, change, element } = model;
  const { session } = problem;
  const { full } = running;
  const found: Moving[] = [];
  for (let at = full.count - 1; at > 0 && place[full.updates[at]] > count - NEAR; at--) {
    const [earlier, later] = [full.updates[at - 1], full.updates[at]];
    if (session[earlier] === session[later] || isBefore(earlier, later)) continue;
    if (change[earlier] === change[later] && element[earlier] === element[later]) continue;
    found.push({ one: later, past: earlier, isLater: false, far: 1 });
  }
  return found;
}

const pairOf = ({ model }: Climb, { one, past }: Moving): number =>
  Math.min(one, past) * model.problem.size + Math.max(one, past);

const isTabu = (climb: Climb, moving: Moving): boolean =>
  (climb.tabu.get(pairOf(climb, moving)) ?? -1) >= climb.turn;
