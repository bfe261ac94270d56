import {
  HistoryError,
  type LevelName,
  levelNames,
  NotationError,
  parseLevelMap,
  type SequentialType,
  types,
} from "@sightline/core";
import { parseProgram, type Program, type TestPlan } from "@sightline/lab";
import type { TargetFlags } from "../shared/target-options.js";
import { valuesIn } from "../shared/values-option.js";
import { oneOf } from "../shared/names.js";
import { UsageError } from "../../errors/usage-error.js";
import { positive, whole } from "../check/options.js";
import { orUsageError } from "../shared/criterion-options.js";
import { seedOf } from "../record/memory/options.js";
import { typeFor } from "../shared/type-option.js";

/** The options of `test` as the command line gives them. */
export interface TestFlags extends TargetFlags {
  readonly program?: readonly string[];
  readonly methods?: readonly string[];
  readonly type?: string;
  readonly criterion?: string;
  readonly levels?: string;
  readonly programs?: string;
  readonly threads?: string;
  readonly invocations?: string;
  readonly values?: string;
  readonly synchronised?: string;
  readonly splitBulk?: boolean;
  readonly seconds?: string;
  readonly duration?: string;
  readonly shrink?: string;
  readonly keepGoing?: boolean;
  readonly seed?: string;
  readonly json?: boolean;
  readonly html?: string;
  readonly quiet?: boolean;
}

/** What the options say by themselves, whatever the object. */
export interface TestWishes {
  readonly programs: readonly Program[] | undefined;
  readonly levels: Readonly<Record<string, LevelName>> | undefined;
  readonly type: SequentialType | undefined;
  readonly generate: TestPlan["generate"];
  readonly count: number;
  readonly secondsPerProgram: number;
  readonly secondsInAll: number | undefined;
  /** When the command was given, by `performance.now()`. */
  readonly begun?: number;
  readonly shrinkTrials: number;
  readonly keepGoing: boolean;
  readonly methods: readonly string[] | undefined;
  readonly splitBulk: boolean;
}

const DEFAULTS = { programs: 100, seconds: 1, secondsOfOne: 10, shrink: 40 };

/** Understands the options of `test` as far as that can be done without the object. Throws a `UsageError`. */
export async function wishesOf(flags: TestFlags): Promise<TestWishes> {
  const programs = flags.program?.map(programIn);
  if (programs !== undefined) refuseShape(flags);
  const seconds = flags.seconds === undefined ? undefined : positive(flags.seconds, "--seconds");
  return {
    programs,
    levels: await levelsIn(flags),
    type: await typeIn(flags.type),
    generate: {
      seed: seedOf(flags.seed),
      ...(flags.threads !== undefined && { threads: whole(flags.threads, "--threads", 2) }),
      ...(flags.invocations !== undefined && { invocations: rangeIn(flags.invocations) }),
      ...valuesIn(flags.values),
      ...(flags.synchronised !== undefined && { synchronised: shareIn(flags.synchronised) }),
    },
    count:
      flags.programs !== undefined
        ? whole(flags.programs, "--programs", 1)
        : flags.duration !== undefined
          ? Infinity
          : DEFAULTS.programs,
    secondsPerProgram: seconds ?? (programs === undefined ? DEFAULTS.seconds : DEFAULTS.secondsOfOne),
    secondsInAll: flags.duration === undefined ? undefined : positive(flags.duration, "--duration"),
    shrinkTrials:
      programs !== undefined && flags.shrink === undefined
        ? 0
        : flags.shrink === undefined
          ? DEFAULTS.shrink
          : whole(flags.shrink, "--shrink", 0),
    keepGoing: flags.keepGoing === true || programs !== undefined,
    methods: flags.methods,
    splitBulk: flags.splitBulk === true,
  };
}

function programIn(text: string): Program {
  try {
    const program = parseProgram(text);
    if (program.threads.length > 0) return program;
    throw new RangeError("no call: there is nothing to run");
  } catch (error) {
    if (!(error instanceof HistoryError || error instanceof RangeError)) throw error;
    const place = error instanceof NotationError ? `line ${error.line}, column ${error.column}: ` : "";
    throw new UsageError(
      `--program: ${place}${error.message}. Such as "{ put(1,0); get(1) } || { put(1,1) }"`,
    );
  }
}

/** What says how programs are made up is of no use where they are given. */
function refuseShape(flags: TestFlags): void {
  for (const option of ["threads", "invocations", "values", "synchronised", "programs", "methods"] as const)
    if (flags[option] !== undefined)
      throw new UsageError(`--${option} is for random programs: leave it out with --program`);
}

async function levelsIn({ criterion, levels }: TestFlags): Promise<TestWishes["levels"]> {
  if (criterion !== undefined && levels !== undefined)
    throw new UsageError("-c and --levels say the same thing: give one of them");
  if (criterion !== undefined) return { "*": await oneOf(criterion, levelNames, "level") };
  return levels === undefined
    ? undefined
    : orUsageError(
        () => parseLevelMap(levels),
        (why) => `--levels: ${why}`,
      );
}

async function typeIn(spec: string | undefined): Promise<SequentialType | undefined> {
  const type = await typeFor(spec);
  return typeof type === "string" ? (types as Readonly<Record<string, SequentialType>>)[type] : type;
}

/** How many calls a program has: `4`, or `3-6`. Throws a `UsageError`. */
export function rangeIn(text: string): readonly [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  const [least, most] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
  if (match === null || least < 2 || most < least)
    throw new UsageError(
      `--invocations takes a number of calls, at least 2, or a range such as 3-6: ${text} is not`,
    );
  return [least, most];
}

function shareIn(text: string): number {
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1))
    throw new UsageError(`--synchronised takes a share from 0 to 1: ${text} is not`);
  return share;
}
