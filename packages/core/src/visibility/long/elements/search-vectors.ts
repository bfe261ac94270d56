import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { isBefore } from "../conclude/bounds.js";
import type { Guess } from "../hints/guesses.js";
import type { LongProblem } from "../long-problem.js";
import { longWitness } from "../long-witness.js";
import type { ElementModel } from "./element-model.js";
import { climbVectors } from "./climb-vectors.js";
import { hasten, pass } from "../runs/move-moments.js";
import type { ElementSearch } from "./search-elements.js";
import { createVectorAdvice, type Moving } from "./vector-advice.js";
import { createVectorRun } from "./vector-run.js";
import type { Taste } from "./vector-sights.js";

/** What it costs to do again what was done before, and by how much chance decides, in places of the linearization. */
const [AGAIN, CHANCE] = [40, 30];
/** How often a session goes earlier instead of an update elsewhere. */
const HASTENED = 0.15;
/** How much less far than the furthest a run may lead; how often else it goes back; how often less is asked for. */
const [SLACK, BACK, EASED] = [24, 0.7, 0.02];
/** How far before where it got stuck a run is taken up again, at least and at most, where a session was moved. */
const [NEAR, FAR] = [100, 200];
/** How many runs there are before any that keep near to what was guessed. */
const AT_FIRST = 20;
/** How many runs there are that keep near to what was guessed; and how near, in turn. */
const CLIMBS = 500;
const climbs = [
  { delay: 8, patience: 3, inTime: true },
  { delay: 8, patience: 6, inTime: true },
  { delay: 12, patience: 4, inTime: false },
  { delay: 8, patience: 14, inTime: false },
] as const;
const tastes: readonly Taste[] = ["little", "usual", "any"];
/** After how many operations all are taken to have heard of one, in turn. */
const DELAYS = [6, 8, 10, 14, Infinity] as const;

/**
 * Looks for a witness at `peer` or `causal` by runs along guessed moments, each of which is put right by where the one
 * before it got stuck. That it finds none means nothing.
 */
export function createVectorSearch(
  model: ElementModel,
  level: number,
  { bounds, moments: guessed, hint }: Guess,
): ElementSearch {
  const { problem } = model;
  const { session, sessions, position, size } = problem;
  const random = createRandom(size);
  const moments = guessed.slice();
  const running = createVectorRun(model, bounds, level, moments, random);
  const { sights, when, place } = running;
  const stands = (a: number, b: number): boolean => isBefore(bounds, a, b);
  const advise = createVectorAdvice(running, stands);
  const isOver = createIsOver(problem);
  const standsInTime = (a: number, b: number): boolean => stands(a, b) || isOver(a, b);
  /** Pairs of updates → how often one of them was moved past the other. */
  const moved = new Map<number, number>();
  const nameOf = ({ one, past }: Moving): number => Math.min(one, past) * size + Math.max(one, past);
  const timesMoved = (moving: Moving): number => moved.get(nameOf(moving)) ?? 0;
  /** What would help one of those that wait, and changes the least. */
  const adviceFor = (waiting: readonly number[], meter: Meter): Moving | undefined => {
    let [chosen, cheapest] = [undefined as Moving | undefined, Infinity];
    for (const operation of waiting) {
      for (const moving of advise(operation)) {
        const cost = moving.far + AGAIN * timesMoved(moving) + random.int(CHANCE);
        if (cost < cheapest) [chosen, cheapest] = [moving, cost];
      }
      meter.work(sights.steps >> 2);
      sights.steps = 0;
    }
    return chosen;
  };
  /** Moves the session of one that waits to earlier; the place from which the run is another. */
  const moveSession = (late: number): number => {
    hasten(problem, moments, late, random);
    const members = sessions[session[late]];
    const from = Math.max(0, running.count - NEAR - random.int(FAR - NEAR));
    const first = members.findIndex((one, at) => at < position[late] && moments[one] < when[one]);
    return first < 0 ? from : Math.min(from, first === 0 ? 0 : place[members[first - 1]]);
  };
  /** Moves an update past another; the place from which the run is another. */
  const movePast = ({ one, past, isLater }: Moving): number => {
    const members = sessions[session[one]];
    const old = Float64Array.from(members, (member) => moments[member]);
    pass(problem, moments, one, past, isLater, when[past]);
    const from = Math.min(place[one], place[past]);
    const first = members.findIndex((member, at) => moments[member] < old[at]);
    return first < 0 ? from : Math.min(from, place[members[first]]);
  };
  const best = moments.slice();
  /** How far the best moments led; from where on those now differ from them; from where the next run begins. */
  let [most, dirty, from, isFirst] = [-1, size, 0, true];
  /** So many runs of which each is put right by where the one before it got stuck, anywhere. */
  const wander: ElementSearch = function* (runs, meter) {
    for (let left = runs; left > 0; left--) {
      if (meter.isTurnOver()) yield;
      sights.taste = isFirst ? "little" : random.pick(tastes);
      running.delay = isFirst ? 8 : random.pick(DELAYS);
      isFirst = false;
      const waiting = running.run(from, meter);
      if (waiting.length === 0) return longWitness(problem, running.last());
      dirty = Math.min(dirty, from);
      if (running.count >= most) {
        most = running.count;
        best.set(moments);
        dirty = size;
      } else if (running.count < most - SLACK && random.chance(BACK)) {
        moments.set(best);
        from = dirty;
        continue;
      } else if (random.chance(EASED)) most -= SLACK;
      const moving = random.chance(HASTENED) ? undefined : adviceFor(waiting, meter);
      if (moving === undefined) from = moveSession(random.pick(waiting));
      else {
        moved.set(nameOf(moving), timesMoved(moving) + 1);
        from = movePast(moving);
      }
    }
    return undefined;
  };
  /** Runs that keep near to what was guessed. */
  const keepNear = function* (meter: Meter): Generator<void, Witness | undefined> {
    const wandered = moments.slice();
    for (const one of climbs) {
      moments.set(guessed);
      const isFixed = one.inTime ? standsInTime : stands;
      if (yield* climbVectors(model, running, one, isFixed, random, CLIMBS, meter))
        return longWitness(problem, running.last());
    }
    moments.set(wandered);
    [from, dirty] = [0, 0];
    return undefined;
  };
  let isNear = hint !== "position";
  return function* (runs, meter) {
    if (!isNear) return yield* wander(runs, meter);
    isNear = false;
    return (
      (yield* wander(Math.min(AT_FIRST, runs), meter)) ??
      (yield* keepNear(meter)) ??
      (yield* wander(runs - Math.min(AT_FIRST, runs), meter))
    );
  };
}

/** Whether an operation was over before another began, as far as that is told. */
export function createIsOver({ history, ids }: LongProblem): (a: number, b: number) => boolean {
  if (!history.timed) return () => false;
  return (a, b) => history.ret[ids[a]] < history.call[ids[b]];
}
