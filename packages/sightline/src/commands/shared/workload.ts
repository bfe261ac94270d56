import { HistoryError } from "@sightline/core";
import { type Program, parseProgram, type TestPlan } from "@sightline/lab";
import { UsageError } from "../../errors/usage-error.js";
import { badProgram } from "./bad-program.js";
import { positive, share, whole } from "./numbers.js";
import { seedOf } from "./seed-option.js";
import { type ValuesOption, valuesIn } from "./values-option.js";

/** The options that say how random programs are made up. */
export interface ShapeFlags {
  readonly threads?: string;
  readonly invocations?: string;
  readonly values?: string;
}

/** The options that say which programs run on an object, and for how long. */
export interface WorkloadFlags extends ShapeFlags {
  readonly program?: readonly string[];
  readonly methods?: readonly string[];
  readonly programs?: string;
  readonly synchronised?: string;
  readonly seconds?: string;
  readonly duration?: string;
  readonly seed?: string;
}

/** The shape of random programs. */
export interface Shape extends ValuesOption {
  readonly threads?: number;
  readonly invocations?: readonly [number, number];
}

/** Which programs run on an object, and for how long. */
export interface Workload {
  /** Those that are given; absent where they are made up. */
  readonly programs: readonly Program[] | undefined;
  readonly methods: readonly string[] | undefined;
  readonly generate: TestPlan["generate"];
  /** How many; `Infinity` where only the time ends them. */
  readonly count: number;
  readonly secondsPerProgram: number;
  readonly secondsInAll: number | undefined;
}

const DEFAULTS = { programs: 100, seconds: 1, secondsOfOne: 10 };

/** Understands the options that `test` and `record` share. Throws a `UsageError`. */
export function workloadOf(flags: WorkloadFlags): Workload {
  const programs = flags.program?.map(programIn);
  if (programs !== undefined) refuseShape(flags);
  const seconds = flags.seconds === undefined ? undefined : positive(flags.seconds, "--seconds");
  return {
    programs,
    methods: flags.methods,
    generate: {
      seed: seedOf(flags.seed),
      ...shapeOf(flags),
      ...(flags.synchronised !== undefined && { synchronised: share(flags.synchronised, "--synchronised") }),
    },
    count: programCount(flags),
    secondsPerProgram: seconds ?? (programs === undefined ? DEFAULTS.seconds : DEFAULTS.secondsOfOne),
    secondsInAll: flags.duration === undefined ? undefined : positive(flags.duration, "--duration"),
  };
}

/** How random programs are made up. Throws a `UsageError`. */
export function shapeOf(flags: ShapeFlags): Shape {
  return {
    ...(flags.threads !== undefined && { threads: whole(flags.threads, "--threads", 2) }),
    ...(flags.invocations !== undefined && { invocations: rangeIn(flags.invocations) }),
    ...valuesIn(flags.values),
  };
}

/** How many programs: as asked, or as there is time for, or 100. Throws a `UsageError`. */
export function programCount({ programs, duration }: Pick<WorkloadFlags, "programs" | "duration">): number {
  if (programs !== undefined) return whole(programs, "--programs", 1);
  return duration === undefined ? DEFAULTS.programs : Infinity;
}

function programIn(text: string): Program {
  try {
    const program = parseProgram(text);
    if (program.threads.length > 0) return program;
    throw new RangeError("no call: there is nothing to run");
  } catch (error) {
    if (!(error instanceof HistoryError || error instanceof RangeError)) throw error;
    throw badProgram(error, "{ put(1,0); get(1) } || { put(1,1) }");
  }
}

/** What says how programs are made up is of no use where they are given. */
function refuseShape(flags: WorkloadFlags): void {
  for (const option of ["threads", "invocations", "values", "synchronised", "programs", "methods"] as const)
    if (flags[option] !== undefined)
      throw new UsageError("SL4006", `--${option} is for random programs: leave it out with --program`);
}

/** How many calls a program has: `4`, or `3-6`. Throws a `UsageError`. */
function rangeIn(text: string): readonly [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  const [least, most] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
  if (match === null || least < 2 || most < least)
    throw new UsageError(
      "SL4005",
      `--invocations takes a number of calls, at least 2, or a range such as 3-6: ${text} is not`,
    );
  return [least, most];
}
