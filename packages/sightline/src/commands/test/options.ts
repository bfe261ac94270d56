import { type LevelName, levelNames, parseLevelMap, type SequentialType, types } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";
import type { BatchFlags } from "../shared/batch-flags.js";
import { orUsageError } from "../shared/criterion-options.js";
import { whole } from "../shared/numbers.js";
import { oneOf } from "../shared/one-of.js";
import type { TargetFlags } from "../shared/target-options.js";
import { typeFor } from "../shared/type-option.js";
import { type Workload, type WorkloadFlags, workloadOf } from "../shared/workload.js";

/** The options of `test` as the command line gives them. */
export interface TestFlags extends TargetFlags, WorkloadFlags, BatchFlags {
  readonly type?: string;
  readonly criterion?: string;
  readonly levels?: string;
  readonly splitBulk?: boolean;
  readonly shrink?: string;
  readonly keepGoing?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly quiet?: boolean;
}

/** What the options say by themselves, whatever the object. */
export interface TestWishes extends Workload {
  readonly levels: Readonly<Record<string, LevelName>> | undefined;
  readonly type: SequentialType | undefined;
  /** When the command was given, by `performance.now()`. */
  readonly begun?: number;
  readonly shrinkTrials: number;
  readonly keepGoing: boolean;
  readonly splitBulk: boolean;
}

const DEFAULT_SHRINK = 40;

/** Understands the options of `test` as far as that can be done without the object. Throws a `UsageError`. */
export async function wishesOf(flags: TestFlags): Promise<TestWishes> {
  const workload = workloadOf(flags);
  const given = workload.programs !== undefined;
  return {
    ...workload,
    levels: await levelsIn(flags),
    type: await typeIn(flags.type),
    shrinkTrials:
      flags.shrink !== undefined ? whole(flags.shrink, "--shrink", 0) : given ? 0 : DEFAULT_SHRINK,
    keepGoing: flags.keepGoing === true || given,
    splitBulk: flags.splitBulk === true,
  };
}

async function levelsIn({ criterion, levels }: TestFlags): Promise<TestWishes["levels"]> {
  if (criterion !== undefined && levels !== undefined)
    throw new UsageError("SL4006", "-c and --levels say the same thing: give one of them");
  if (criterion !== undefined) return { "*": await oneOf(criterion, levelNames, "level", "SL1305") };
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
