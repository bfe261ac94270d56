import { setImmediate as nextTurn } from "node:timers";
import { setTimeout as realTime } from "node:timers/promises";
import type { Value } from "@sightline/core";
import type { Call, Program } from "../object/program.js";
import { createRandom, type Random } from "../random.js";
import type { Instants } from "../record/instants.js";
import { type AsyncIo, createIo } from "./async-io.js";
import { createLocks } from "./async-locks.js";
import { thrownValue, valueOf } from "./result-value.js";
import { createSchedule, type Schedule } from "./schedule.js";
import type { UseSchedule } from "./virtual-timers.js";

/** An object under test: any that has the methods. */
export type Subject = Readonly<Record<string, (...args: readonly Value[]) => unknown>>;

/** How objects are made, and whose timers they use. */
export interface AsyncSetting {
  make(io: AsyncIo): Subject;
  readonly useSchedule: UseSchedule;
}

/** Calls that never came back. */
export class StuckError extends Error {
  override readonly name = "StuckError";

  /** @param at which step each thread is in, from 0; -1 for a thread that has ended */
  constructor(
    message: string,
    readonly at: readonly number[],
  ) {
    super(message);
  }
}

/** What came out of a run, in program order. */
export interface Run {
  readonly results: readonly Value[];
  /** When the calls of the object began and returned. One thing happens after another: nothing is at once. */
  readonly instants: Instants;
}

/** Before a call a thread lets so many microtasks pass, at most; or it waits for its turn. */
const MOST_MICROTASKS = 4;
const WAITS_FOR_TURN = 0.5;

/** Whom nothing under our control can wake may wait for real input: for so many milliseconds of our own time. */
const PATIENCE = 1000;

/** A run that has not ended after so many turns goes round in circles. */
const MOST_TURNS = 10_000;

/**
 * Runs a program once, each thread as an async function of its own, in the order that the seed chooses: when
 * a call begins, and which of the promises that are waited for is kept next. Between two such choices all
 * microtasks run, in the order that JavaScript gives them. The same seed gives the same run.
 *
 * Rejects with a `StuckError` where calls do not return.
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
  await drive(
    (): boolean => schedule.release(inCalls > 0), // what a call left behind for later is not waited for
    () => running === 0,
    () => results.map((own, t) => (own.length === program.threads[t].length ? -1 : own.length)),
  );
  return { results: results.flat(), instants: { called: called.flat(), returned: returned.flat() } };
}

/** Runs calls one after another on a fresh object; each ends, with all that it left to do, before the next. */
export async function runSequence(calls: readonly Call[], setting: AsyncSetting): Promise<Value[]> {
  const schedule = createSchedule(createRandom(1));
  setting.useSchedule(schedule);
  const object = setting.make(createIo(schedule));
  const results: Value[] = [];
  for (const call of calls) {
    const isDone = (): boolean => results.length > before;
    const before = results.length;
    void resultOf(object, call).then((result) => results.push(result));
    await drive(
      () => schedule.release(true),
      isDone,
      () => [before],
    );
    while (schedule.release(false)) await microtasks();
  }
  return results;
}

async function resultOf(object: Subject, { method, args }: Call): Promise<Value> {
  try {
    return valueOf(await object[method](...args));
  } catch (error) {
    return thrownValue(error);
  }
}

/** Lets go one after the other of those who wait, until all is done. */
async function drive(
  release: () => boolean,
  isDone: () => boolean,
  at: () => readonly number[],
): Promise<void> {
  for (let turns = 0; ; turns++) {
    await microtasks();
    if (isDone()) return;
    if (turns > MOST_TURNS) throw new StuckError("calls go round in circles", at());
    if (release()) continue;
    let patience = PATIENCE;
    while (!isDone() && !release())
      if (patience-- > 0) await realTime(1);
      else throw new StuckError("calls wait for ever", at());
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
