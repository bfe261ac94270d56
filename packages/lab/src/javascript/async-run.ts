import { setImmediate as nextTurn } from "node:timers";
import type { Value } from "@sightline/core";
import { createRandom, type Random } from "@sightline/core/random.js"; // a worker needs no engines
import {
  BLOCKED,
  type Call,
  isBlocked,
  isNotReached,
  NOT_REACHED,
  type Program,
  type Step,
} from "../object/program.js";
import type { Instants } from "../record/instants.js";
import { argumentsOf } from "./argument.js";
import { type AsyncIo, createIo } from "./async-io.js";
import { createLocks } from "./async-locks.js";
import { thrownValue, valueOf } from "./result-value.js";
import { createSchedule, type Schedule } from "./schedule.js";
import type { IsIdle } from "./idle.js";
import type { UseSchedule } from "./install-timers.js";

/** An object under test: any that has the methods. */
export type Subject = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** How objects are made, and whose timers they use. */
export interface AsyncSetting {
  make(io: AsyncIo): Subject;
  readonly useSchedule: UseSchedule;
  readonly isIdle: IsIdle;
}

/** Calls that did not come back, though nobody knows that they never would. */
export class StuckError extends Error {
  override readonly name = "StuckError";

  /** @param at which step each thread is in, from 0; -1 for a thread that has ended */
  constructor(
    message: string,
    readonly at: readonly number[],
    /** Whether they are known to go on for ever; else they wait for something real. */
    readonly isEndless: boolean,
  ) {
    super(message);
  }
}

/** The results of a run, in program order. */
export interface Run {
  readonly results: readonly Value[];
  /** When the calls of the object began and returned. One thing happens after another: nothing is at once. */
  readonly instants: Instants;
}

/** Before a call a thread lets so many microtasks pass, at most; or it waits for its turn. */
const MOST_MICROTASKS = 4;
const WAITS_FOR_TURN = 0.5;

/** Whom nothing under our control can wake may wait for real input: so often we look for it, a millisecond each. */
const PATIENCE = 1000;

/** A run that has not ended after so many turns goes round in circles. */
const MOST_TURNS = 10_000;

/**
 * Runs a program once, each thread as an async function of its own, in the order that the seed chooses: when
 * a call begins, and which of the promises that are waited for is kept next. Between two such choices all
 * microtasks run, in the order that JavaScript gives them. The same seed gives the same run. A call whose
 * promise is not settled when nothing is left to happen blocks.
 *
 * Rejects with a `StuckError` where calls do not return for another reason.
 */
export async function runProgram(program: Program, setting: AsyncSetting, seed: number): Promise<Run> {
  const random = createRandom(seed);
  const schedule = createSchedule(random);
  const locks = createLocks(random);
  setting.useSchedule(schedule);
  const object = setting.make(createIo(schedule));
  const results: Value[][] = program.threads.map(() => []);
  const called: number[][] = program.threads.map(() => []);
  const returned: number[][] = program.threads.map(() => []);
  let instant = 0;
  let running = program.threads.length;
  let inCalls = 0;
  const runThread = async (thread: number): Promise<void> => {
    for (const step of program.threads[thread]) {
      await pause(schedule, random);
      inCalls++;
      if (step.on === undefined) called[thread].push(instant++);
      const result =
        step.on === undefined ? await resultOf(object, step) : await locks.step(step.on, step.method);
      if (step.on === undefined) returned[thread].push(instant++);
      inCalls--;
      results[thread].push(result);
    }
    running--;
  };
  for (const thread of shuffled([...program.threads.keys()], random)) void runThread(thread);
  const hasEnded = await drive({
    release: () => schedule.release(inCalls > 0), // what a call left behind for later is not waited for
    isDone: () => running === 0,
    at: () => results.map((own, t) => (own.length === program.threads[t].length ? -1 : own.length)),
    isIdle: setting.isIdle,
  });
  if (!hasEnded)
    program.threads.forEach((steps, t) => completeBlocked(steps, results[t], called[t], returned[t]));
  return { results: results.flat(), instants: { called: called.flat(), returned: returned.flat() } };
}

/** What a thread has not done: it is in a call that blocks, and never comes to those after it. */
function completeBlocked(
  steps: readonly Step[],
  results: Value[],
  called: number[],
  returned: number[],
): void {
  for (let next = results.length; next < steps.length; next++)
    results.push(next > 0 && isMissing(results[next - 1]) ? NOT_REACHED : BLOCKED);
  const calls = steps.filter(({ on }) => on === undefined).length;
  while (called.length < calls) called.push(Infinity);
  while (returned.length < calls) returned.push(Infinity);
}

const isMissing = (result: Value): boolean => isBlocked(result) || isNotReached(result);

/**
 * Runs calls one after another on a fresh object; each ends, with all that it left to do, before the next.
 * One that blocks is the last.
 */
export async function runSequence(calls: readonly Call[], setting: AsyncSetting): Promise<Value[]> {
  const schedule = createSchedule(createRandom(1));
  setting.useSchedule(schedule);
  const object = setting.make(createIo(schedule));
  const results: Value[] = [];
  for (const call of calls) {
    const isDone = (): boolean => results.length > before;
    const before = results.length;
    void resultOf(object, call).then((result) => results.push(result));
    const hasEnded = await drive({
      release: () => schedule.release(true),
      isDone,
      at: () => [before],
      isIdle: setting.isIdle,
    });
    if (!hasEnded) return [...results, BLOCKED];
    while (schedule.release(false)) await microtasks();
  }
  return results;
}

async function resultOf(object: Subject, { method, args }: Call): Promise<Value> {
  const made = argumentsOf(args);
  try {
    return valueOf(await object[method](...made), object);
  } catch (error) {
    return thrownValue(error);
  }
}

/** The threads of a run, as the loop that drives them sees them. */
interface Drive {
  /** Lets one of those go on who wait; false where there is none. */
  release(): boolean;
  isDone(): boolean;
  /** Which step each thread is in. */
  at(): readonly number[];
  readonly isIdle: IsIdle;
}

/** Lets go one after the other of those who wait, until all is done; false where nothing is left to happen. */
async function drive({ release, isDone, at, isIdle }: Drive): Promise<boolean> {
  for (let turns = 0; ; turns++) {
    await microtasks();
    if (isDone()) return true;
    if (turns > MOST_TURNS) throw new StuckError("calls go round in circles", at(), true);
    if (release()) continue;
    for (let patience = PATIENCE; !isDone() && !release(); patience--) {
      if (patience === 0) throw new StuckError("calls wait for something that does not come", at(), false);
      if ((await isIdle()) && !isDone() && !release()) return false;
    }
  }
}

/** Resolves when no microtask is left. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => nextTurn(resolve));
}

async function pause(schedule: Schedule, random: Random): Promise<void> {
  if (random.chance(WAITS_FOR_TURN)) await schedule.turn();
  else for (let left = random.int(MOST_MICROTASKS); left > 0; left--) await Promise.resolve();
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const left = [...items];
  return items.map(() => left.splice(random.int(left.length), 1)[0]);
}
