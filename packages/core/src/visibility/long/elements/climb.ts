import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { ElementModel } from "./element-model.js";
import { createVectorAdvice, type Moving } from "./vector-advice.js";
import type { VectorRun } from "./vector-run.js";

/** How strictly it goes. */
export interface Strictness {
  /** After how many operations all have heard of one. */
  readonly delay: number;
  /** For how many updates an operation waits in vain before the run is left. */
  readonly patience: number;
}

/** Moments that led further than those before them, and how far. */
export interface OtherWay {
  readonly moments: Float64Array;
  readonly count: number;
}

/** Where one of several ways was taken: how far it led, the others, the best last, and what operations were like. */
export interface Fork {
  readonly count: number;
  readonly others: OtherWay[];
  readonly lag: Float64Array;
  readonly salt: Int32Array;
}

/** Runs of which each is put right by where the one before it got stuck, and what they know of each other. */
export interface Climb {
  readonly model: ElementModel;
  readonly running: VectorRun;
  /** Tells of two updates that they are not to change sides. */
  readonly isBefore: (a: number, b: number) => boolean;
  /** What would help an operation that waits in vain. */
  readonly advise: (operation: number) => readonly Moving[];
  readonly random: Random;
  readonly meter: Meter;
  /** The moments that are kept, while others are tried; and those that led furthest, and how far. */
  readonly kept: Float64Array;
  readonly best: Float64Array;
  furthest: number;
  /** What operations may see at most, if nobody's sights are capped. */
  readonly uncapped: Int32Array;
  /** How many times something was put right; how many runs are left. */
  turn: number;
  left: number;
  /** From where on the last run differs from one along what is kept. */
  dirty: number;
  /** Those that wait in vain in the last run; none where all are placed. */
  waiting: readonly number[];
  /** Pairs of updates (`pairOf`) → until which turn neither is moved past the other. */
  readonly tabu: Map<number, number>;
  /** Operation → how many moves for the worse there were for it. */
  readonly worse: Uint16Array;
  readonly forks: Fork[];
}

/** Where a run got stuck. */
export interface Stuck {
  /** Those that wait in vain, by their moments. */
  readonly operations: readonly number[];
  /** How many operations were placed, where, and at which moment. */
  readonly count: number;
  readonly place: Int32Array;
  readonly when: Float64Array;
}

export function createClimb(
  model: ElementModel,
  running: VectorRun,
  isBefore: (a: number, b: number) => boolean,
  random: Random,
  runs: number,
  meter: Meter,
): Climb {
  return {
    model,
    running,
    isBefore,
    advise: createVectorAdvice(running, isBefore),
    random,
    meter,
    kept: running.moments.slice(),
    best: running.moments.slice(),
    furthest: 0,
    uncapped: running.sights.cap.slice(),
    turn: 0,
    left: runs,
    dirty: 0,
    waiting: [],
    tabu: new Map(),
    worse: new Uint16Array(model.problem.size),
    forks: [],
  };
}

/** Runs once more, where something was changed that counts from a place on. */
export function runFrom(climb: Climb, from: number): void {
  climb.waiting = climb.running.run(Math.min(climb.dirty, from), climb.meter);
  climb.dirty = from;
  climb.left--;
}

/** Whether the last run has placed all, or more than so many. */
export const isFurther = ({ waiting, running }: Climb, count: number): boolean =>
  waiting.length === 0 || running.count > count;

/** Takes note of where the last run got stuck, which was one along what is kept. */
export function noteStuck(climb: Climb): Stuck {
  const { running, kept, best, waiting } = climb;
  const { count, place, when } = running;
  climb.dirty = climb.model.problem.size;
  if (count > climb.furthest) {
    climb.furthest = count;
    best.set(kept);
  }
  const operations = [...waiting].sort((a, b) => kept[a] - kept[b]);
  return { operations, count, place: place.slice(), when: when.slice() };
}

/** The queries of the session of an operation that stand before it, in their order. */
export function queriesBefore({ problem, asks }: ElementModel, operation: number): readonly number[] {
  const { sessions, session, position, label } = problem;
  const earlier = sessions[session[operation]].subarray(0, position[operation]);
  return Array.from(earlier).filter((one) => asks[label[one]] !== undefined);
}
