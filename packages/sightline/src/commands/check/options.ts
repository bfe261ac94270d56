import type { CheckJob } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import type { OnUnknown } from "../../process/exit-code.js";
import { PROVEN_KINDS } from "../../report/violation-kinds.js";
import type { BatchFlags } from "../shared/batch-flags.js";
import { type CriterionFlags, criteriaOf, isGradual, orUsageError } from "../shared/criterion-options.js";
import { type LimitFlags, limitsOf } from "../shared/limit-options.js";
import { algorithms } from "../shared/names.js";
import { whole } from "../shared/numbers.js";
import { oneOf } from "../shared/one-of.js";
import { type ReadingFlags, readingOf } from "../shared/reading-options.js";
import { checkSeed } from "../shared/seed-option.js";

/** The options of `check` as the command line gives them. */
export interface CheckFlags extends CriterionFlags, ReadingFlags, LimitFlags, BatchFlags {
  readonly algorithm?: string;
  readonly partition?: boolean;
  readonly cacheSize?: string;
  readonly pruning?: boolean;
  readonly verify?: boolean;
  readonly explain?: boolean;
  readonly group?: boolean;
  readonly seed?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly html?: string;
  readonly proof?: string;
  readonly sarif?: string;
  readonly github?: boolean;
  readonly watch?: boolean;
  readonly follow?: boolean;
  readonly patience?: string;
  readonly quiet?: boolean;
}

/** What `check` is to do, as its options say. */
export interface CheckPlan {
  readonly job: CheckJob;
  readonly workers: number;
  /** Whether the main thread may check by itself what is small. */
  readonly mayCheckHere: boolean;
  readonly onUnknown: OnUnknown;
  readonly json: boolean;
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly proof: string | undefined;
  readonly sarif: string | undefined;
  readonly github: boolean;
  readonly quiet: boolean;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
}

/** How many operations of an order a page shows. */
const ORDER_VIEWS = 50;

/** The most operations of a history that a page carries whole. */
const WHOLE_HISTORIES = 250_000;

/** Understands the options of `check`. Throws a `UsageError`. */
export async function planCheck(flags: CheckFlags): Promise<CheckPlan> {
  const wanted = await criteriaOf(flags);
  const algorithm =
    flags.algorithm === undefined
      ? undefined
      : await oneOf(flags.algorithm, algorithms, "algorithm", "SL1306");
  if (algorithm !== undefined) await checkAlgorithmFor(wanted, algorithm);
  if (flags.cacheSize !== undefined && algorithm !== "wgl-lru")
    throw new UsageError("SL4006", "--cache-size is for --algorithm wgl-lru: give both or neither");
  if (flags.pruning === false && algorithm !== "visearch")
    throw new UsageError("SL4006", "--no-pruning is for --algorithm visearch: give both or neither");
  if (flags.proof !== undefined && flags.explain === false)
    throw new UsageError("SL4006", "--proof writes what --no-explain does not look for: give one of them");
  if (flags.patience !== undefined)
    throw new UsageError("SL4006", "--patience is for --follow: give both or neither");
  if (flags.seed !== undefined) checkSeed(flags.seed);
  const { deadline, memory, workers, onUnknown } = await limitsOf(flags);
  const job: CheckJob = {
    criteria: wanted,
    ...(flags.criterion?.some(isGradual) === true && { gradual: true }),
    witnesses: flags.json === true || flags.html !== undefined,
    memory,
    searchers: workers,
    ...(flags.html !== undefined && { orderViews: ORDER_VIEWS, wholeHistories: WHOLE_HISTORIES }),
    ...(await readingOf(flags)),
    ...(algorithm !== undefined && { algorithm }),
    ...(flags.partition === false && { partition: false }),
    ...(flags.cacheSize !== undefined && { cacheSize: whole(flags.cacheSize, "--cache-size", 1) }),
    ...(flags.pruning === false && { pruning: false }),
    ...(flags.verify === false && { verify: false }),
    ...(flags.explain === false || !tells(flags) ? { explain: false } : {}),
    ...(tellsByKind(flags) && { provenKinds: PROVEN_KINDS }),
    ...(deadline !== undefined && { deadline }),
  };
  return {
    job,
    workers,
    // A user's type may hang or exit, and a limit on memory is kept by ending a thread.
    mayCheckHere: job.typeLoader === undefined && algorithm === undefined && flags.memory === undefined,
    onUnknown,
    json: flags.json === true,
    junit: flags.junit,
    proof: flags.proof,
    sarif: flags.sarif,
    github: flags.github === true,
    html: flags.html,
    quiet: flags.quiet === true,
    group: flags.group !== false,
  };
}

/** Whether anybody is told why. */
const tells = (flags: CheckFlags): boolean =>
  flags.quiet !== true || flags.json === true || hasReports(flags);

/** Whether violations are told to people alone, and the first of each kind stands for the others. */
const tellsByKind = (flags: CheckFlags): boolean =>
  flags.group !== false && flags.json !== true && !hasReports(flags);

const hasReports = ({ junit, html, proof, sarif, github }: CheckFlags): boolean =>
  github === true || (junit ?? html ?? proof ?? sarif) !== undefined;

/** Refuses an algorithm that does not decide one of the criteria. Throws a `UsageError`. */
async function checkAlgorithmFor(criteria: readonly string[], algorithm: string): Promise<void> {
  if (criteria.length === 0) return;
  const { checkAlgorithm, findCriterion } = await import("@sightline/core");
  orUsageError(() => criteria.forEach((text) => checkAlgorithm(algorithm, findCriterion(text))));
}
