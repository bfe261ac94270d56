import type { MeasureJob } from "@sightline/fleet";
import type { OnUnknown } from "../../process/exit-code.js";
import type { BatchFlags } from "../shared/batch-flags.js";
import { orderOf } from "../shared/criterion-options.js";
import { type LimitFlags, limitsOf } from "../shared/limit-options.js";
import { whole } from "../shared/numbers.js";
import { type ReadingFlags, readingOf } from "../shared/reading-options.js";
import { checkSeed } from "../shared/seed-option.js";

/** The options of `measure` as the command line gives them. */
export interface MeasureFlags extends ReadingFlags, LimitFlags, BatchFlags {
  readonly order?: string;
  readonly verify?: boolean;
  readonly untilStable?: string | true;
  readonly seed?: string;
  readonly json?: boolean;
  readonly html?: string;
  readonly quiet?: boolean;
}

/** What `measure` is to do, as its options say. */
export interface MeasurePlan {
  readonly job: MeasureJob;
  readonly workers: number;
  /** Whether the main thread may measure by itself what is small. */
  readonly mayMeasureHere: boolean;
  /** How many histories a round has, where measuring stops once the result is stable. */
  readonly round: number | undefined;
  readonly onUnknown: OnUnknown;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** As many histories as ViSearch takes for a round. */
const DEFAULT_ROUND = 100_000;

/** Understands the options of `measure`. Throws a `UsageError`. */
export async function planMeasure(flags: MeasureFlags): Promise<MeasurePlan> {
  const order = await orderOf(flags.order);
  if (flags.seed !== undefined) checkSeed(flags.seed);
  const { untilStable: stable } = flags;
  const { deadline, memory, workers, onUnknown } = await limitsOf(flags);
  const reading = await readingOf(flags);
  return {
    job: {
      memory,
      ...reading,
      ...(order !== undefined && { order }),
      ...(flags.verify === false && { verify: false }),
      ...(deadline !== undefined && { deadline }),
    },
    workers,
    // A user's type may hang or exit, and a limit on memory is kept by ending a thread.
    mayMeasureHere: reading.typeLoader === undefined && flags.memory === undefined,
    round:
      stable === undefined ? undefined : stable === true ? DEFAULT_ROUND : whole(stable, "--until-stable", 1),
    onUnknown,
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}
