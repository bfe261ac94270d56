import { availableParallelism } from "node:os";
import type { SurveyJob } from "@sightline/fleet";
import type { OnUnknown } from "../../process/exit-code.js";
import { oneOf } from "../shared/names.js";
import {
  checkSeed,
  defaultMemory,
  formatOf,
  initialOf,
  memoryBytes,
  positive,
  typeOf,
  whole,
} from "../check/options.js";
import { orderOf } from "../shared/criterion-options.js";

/** The options of `measure` as the command line gives them. */
export interface MeasureFlags {
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly independent?: boolean;
  readonly order?: string;
  readonly verify?: boolean;
  readonly untilStable?: string | true;
  readonly deadline?: string;
  readonly memory?: string;
  readonly workers?: string;
  readonly seed?: string;
  readonly onUnknown?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The same, understood. */
export interface MeasurePlan {
  readonly job: SurveyJob;
  readonly workers: number;
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
  return {
    job: {
      memory: flags.memory === undefined ? defaultMemory() : memoryBytes(flags.memory),
      ...(await typeOf(flags.type)),
      ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
      ...(flags.format !== undefined && { format: await formatOf(flags.format) }),
      ...(flags.independent === true && { independent: true }),
      ...(order !== undefined && { order }),
      ...(flags.verify === false && { verify: false }),
      ...(flags.deadline !== undefined && { deadline: 1000 * positive(flags.deadline, "--deadline") }),
    },
    workers: flags.workers === undefined ? availableParallelism() : whole(flags.workers, "--workers", 1),
    round:
      stable === undefined ? undefined : stable === true ? DEFAULT_ROUND : whole(stable, "--until-stable", 1),
    onUnknown:
      flags.onUnknown === undefined
        ? "report"
        : await oneOf(flags.onUnknown, ["pass", "fail"], "value of --on-unknown"),
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}
