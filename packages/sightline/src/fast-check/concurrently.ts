import { findType, type Invocation, type SequentialType, typeFromClass } from "@sightline/core";
import * as fc from "fast-check";
import { judge, type JudgeOptions } from "../matchers/judge.js";
import type { Failure } from "../recorder/recorder.js";
import { pageName } from "./page-name.js";
import { type Program, type ProgramOptions, programs, programsOf } from "./programs.js";
import { runLanes } from "./run-lanes.js";
import { schedulesOf } from "./schedules-of.js";

/** What is tested, against what, and how hard. */
export interface ConcurrentOptions extends ProgramOptions {
  /** Makes a fresh object for each run; what it waits for with the scheduler, the scheduler orders. */
  readonly make: (scheduler: fc.Scheduler) => object | Promise<object>;
  /** The model: a built-in type by name, a type, or a class whose methods, one after another, are what is right. */
  readonly type: string | SequentialType | (new () => object);
  /** The criterion. Default: `linearizability`. */
  readonly criterion?: string;
  /** More for `check`: `levels`, `axioms`, `limits`. */
  readonly check?: JudgeOptions;
  /** The calls to choose from. Default: those of the type's methods, with small arguments. */
  readonly calls?: fc.Arbitrary<Invocation>;
  /** How many schedules are tried for each program. Default: 3. */
  readonly schedules?: number;
  /** What a call that throws is taken for; see `recorder`. Default: `"pending"`. */
  readonly failure?: Failure | ((error: unknown, method: string) => Failure);
  /** Whether calls may wait for one another for ever, as those of a lock do: they are pending then. Default: false. */
  readonly blocks?: boolean;
}

/**
 * A property for `fc.assert`: programs whose lanes run at the same time, under fast-check's scheduler, on a fresh
 * object each time; every history must satisfy the criterion. A failure is shrunk to a small program and a schedule,
 * and fast-check's message has the seed and the path to run it again.
 *
 * ```ts
 * await fc.assert(concurrently({ type: "map", make: (s) => new Cache(s.scheduleFunction(fetch)) }));
 * ```
 */
export function concurrently(options: ConcurrentOptions): fc.IAsyncProperty<[Program, fc.Scheduler[]]> {
  const { make, criterion = "linearizability", schedules = 3, failure, blocks = false } = options;
  const type = modelOf(options.type);
  const drawn = options.calls === undefined ? programs(type, options) : programsOf(options.calls, options);
  const page = pageName();
  const asked = options.check?.axioms === undefined && options.check?.levels === undefined;
  return fc.asyncProperty(drawn, schedulesOf(schedules), async (program, schedulers) => {
    for (const scheduler of schedulers) {
      const object = await make(scheduler);
      const recording = { blocks, ...(failure !== undefined && { failure }) };
      const history = await runLanes(program, object, scheduler, type, recording);
      const { satisfied, message } = judge(history, asked ? criterion : undefined, {
        ...options.check,
        type,
      });
      if (!satisfied) throw new Error(`${program.toString()}\n\n${message(page)}`);
    }
  });
}

function modelOf(model: ConcurrentOptions["type"]): SequentialType {
  if (typeof model === "string") return findType(model);
  return typeof model === "function" ? typeFromClass(model) : model;
}
