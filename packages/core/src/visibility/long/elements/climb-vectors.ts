import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import { type Climb, createClimb, noteStuck, runFrom, type Strictness, type Stuck } from "./climb.js";
import { addFork, goBack } from "./climb-forks.js";
import { take, tryMoves } from "./climb-moves.js";
import { capSights, lagSession, varySights } from "./climb-sights.js";
import type { ElementModel } from "./element-model.js";
import type { VectorRun } from "./vector-run.js";

/** By how many operations an operation that nothing helps may lag behind, one after another; from which on it is lost. */
const LAGS: readonly number[] = [0, 6, 16, Infinity];
const LOST = LAGS[2];
/** After how many moves for the worse that is any number. */
const PATIENT = 5;
/** From how far before where a run got stuck it is taken up, where an operation may lag behind. */
const AGAIN = 84;
/** How often it goes back where nothing helps. */
const BACK = 0.4;

/**
 * Puts guessed moments right that are nearly so: everyone has heard of what is not new, so that a run gets stuck soon
 * after something is misplaced; what would help there is tried, and kept where the run leads further, or as the least
 * harm where none does. An operation that nothing helps need not have heard of everything. Whether all are placed in
 * the end, after so many runs at most.
 */
export function* climbVectors(
  model: ElementModel,
  running: VectorRun,
  { delay, patience }: Strictness,
  isBefore: (a: number, b: number) => boolean,
  random: Random,
  runs: number,
  meter: Meter,
): Generator<void, boolean> {
  const usual = running.patience;
  const climb = createClimb(model, running, isBefore, random, runs, meter);
  running.isStrict = true;
  running.delay = delay;
  running.patience = patience;
  running.lag.fill(0);
  running.salt.fill(0);
  runFrom(climb, 0);
  while (climb.waiting.length > 0 && climb.left > 0) {
    if (!(yield* putRight(climb))) break;
    climb.turn++;
  }
  running.isStrict = false;
  running.patience = usual;
  running.sights.flavour(0);
  if (climb.waiting.length === 0) return true;
  running.sights.cap.set(climb.uncapped);
  running.moments.set(climb.best);
  return false;
}

/**
 * One thing is changed where the run got stuck, in this order: an update is moved where that leads further; queries see
 * something else; the first that waits need not have heard of so much; what its session sees is less; it goes back to
 * where something else led on; an update is moved for the worse. False where nothing is left to change, or all is placed.
 */
function* putRight(climb: Climb): Generator<void, boolean> {
  const { model, running, random, forks, worse } = climb;
  const stuck = noteStuck(climb);
  const [first] = stuck.operations;
  const isLost = !model.isQueue && running.lag[first] >= LOST;
  const { moving, count, others } = yield* tryMoves(climb, stuck, isLost);
  if (climb.waiting.length === 0) return false;
  if (moving !== undefined && count > stuck.count) {
    addFork(climb, count, others);
    take(climb, stuck, moving);
    return true;
  }
  if (yield* varySights(climb, stuck)) return true;
  const next = LAGS.at(LAGS.indexOf(running.lag[first]) + 1);
  if (next !== undefined && (next < Infinity || worse[first] >= PATIENT || moving === undefined)) {
    letLag(climb, stuck, first, next);
    return true;
  }
  if (yield* capSights(climb, first, stuck.count)) return true;
  if (yield* lagSession(climb, first, stuck.count)) return true;
  if (forks.length > 0 && random.chance(BACK)) {
    goBack(climb);
    return true;
  }
  worse[first]++;
  if (moving !== undefined) {
    take(climb, stuck, moving);
    return true;
  }
  const late = stuck.operations.find((operation) => running.lag[operation] < Infinity);
  if (late !== undefined) letLag(climb, stuck, late, Infinity);
  else if (forks.length > 0) goBack(climb);
  else return false;
  return true;
}

/** Lets an operation that waits lag behind by so many operations. */
function letLag(climb: Climb, { count }: Stuck, operation: number, by: number): void {
  climb.running.lag[operation] = by;
  runFrom(climb, Math.max(0, count - AGAIN));
}
