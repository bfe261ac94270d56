import { availableParallelism } from "node:os";
import type { Value } from "@sightline/core";
import type { Job } from "@sightline/fleet";
import type { OnUnknown } from "../../process/exit-code.js";
import { ORDER_VIEWS } from "./html/writer.js";
import { typeLoader } from "../../loaders/loaders.js";
import { algorithms, oneOf } from "../shared/names.js";
import { parseValue } from "../shared/parse-value.js";
import { UsageError } from "../../errors/usage-error.js";
import { type CriterionFlags, criteriaOf, isGradual, orUsageError } from "../shared/criterion-options.js";

/** The options of `check` as the command line gives them. */
export interface CheckFlags extends CriterionFlags {
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly independent?: boolean;
  readonly algorithm?: string;
  readonly partition?: boolean;
  readonly cacheSize?: string;
  readonly pruning?: boolean;
  readonly verify?: boolean;
  readonly explain?: boolean;
  readonly group?: boolean;
  readonly deadline?: string;
  readonly memory?: string;
  readonly workers?: string;
  readonly seed?: string;
  readonly onUnknown?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly html?: string;
  readonly watch?: boolean;
  readonly quiet?: boolean;
}

/** The same, understood. */
export interface CheckPlan {
  readonly job: Job;
  readonly workers: number;
  /** Whether the main thread may check by itself what is small. */
  readonly mayCheckHere: boolean;
  readonly onUnknown: OnUnknown;
  readonly json: boolean;
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly quiet: boolean;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
}

const MB = 1 << 20;

/** Less than this is taken by the runtime itself. */
const LEAST_MEMORY = 128;

/** Understands the options of `check`. Throws a `UsageError`. */
export async function planCheck(flags: CheckFlags): Promise<CheckPlan> {
  const wanted = await criteriaOf(flags);
  const algorithm =
    flags.algorithm === undefined ? undefined : await oneOf(flags.algorithm, algorithms, "algorithm");
  if (algorithm !== undefined) await checkAlgorithmFor(wanted, algorithm);
  if (flags.cacheSize !== undefined && algorithm !== "wgl-lru")
    throw new UsageError("--cache-size is for --algorithm wgl-lru: give both or neither");
  if (flags.pruning === false && algorithm !== "visearch")
    throw new UsageError("--no-pruning is for --algorithm visearch: give both or neither");
  if (flags.seed !== undefined) checkSeed(flags.seed);
  const memory = flags.memory === undefined ? defaultMemory() : memoryBytes(flags.memory);
  const workers = flags.workers === undefined ? availableParallelism() : whole(flags.workers, "--workers", 1);
  const job: Job = {
    criteria: wanted,
    ...(flags.criterion?.some(isGradual) === true && { gradual: true }),
    witnesses: flags.json === true,
    memory,
    searchers: workers,
    ...(flags.html !== undefined && { orderViews: ORDER_VIEWS }),
    ...(await typeOf(flags.type)),
    ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
    ...(flags.format !== undefined && { format: await formatOf(flags.format) }),
    ...(flags.independent === true && { independent: true }),
    ...(algorithm !== undefined && { algorithm }),
    ...(flags.partition === false && { partition: false }),
    ...(flags.cacheSize !== undefined && { cacheSize: whole(flags.cacheSize, "--cache-size", 1) }),
    ...(flags.pruning === false && { pruning: false }),
    ...(flags.verify === false && { verify: false }),
    ...(flags.explain === false && { explain: false }),
    ...(flags.deadline !== undefined && { deadline: 1000 * positive(flags.deadline, "--deadline") }),
  };
  return {
    job,
    workers,
    // A user's type may hang or exit, and a limit on memory is kept by ending a thread.
    mayCheckHere: job.typeLoader === undefined && algorithm === undefined && flags.memory === undefined,
    onUnknown:
      flags.onUnknown === undefined
        ? "report"
        : await oneOf(flags.onUnknown, ["pass", "fail"], "value of --on-unknown"),
    json: flags.json === true,
    junit: flags.junit,
    html: flags.html,
    quiet: flags.quiet === true,
    group: flags.group !== false,
  };
}

/** Refuses an algorithm that does not decide one of the criteria. Throws a `UsageError`. */
async function checkAlgorithmFor(criteria: readonly string[], algorithm: string): Promise<void> {
  if (criteria.length === 0) return;
  const { checkAlgorithm, findCriterion } = await import("@sightline/core");
  orUsageError(() => criteria.forEach((text) => checkAlgorithm(algorithm, findCriterion(text))));
}

/** Built-in types go by name; anything else is a module, which the worker threads load. */
export async function typeOf(spec: string | undefined): Promise<Pick<Job, "type" | "typeLoader">> {
  if (spec === undefined) return {};
  if (isModule(spec)) return { type: spec, typeLoader };
  const { typeNames } = await import("@sightline/core");
  return { type: await oneOf(spec, typeNames, "type") };
}

/** Whether a type is given as a file and not by name. */
export function isModule(spec: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(spec);
}

/** The name of a format, if there is such a format. Throws a `UsageError`. */
export async function formatOf(name: string): Promise<string> {
  const { formatNames } = await import("@sightline/formats");
  return oneOf(name, formatNames, "format");
}

/** The state to start from. Throws a `UsageError` where it is not JSON. */
export function initialOf(text: string): Value {
  const value = parseValue(text);
  if (value === undefined)
    throw new UsageError(`--initial takes JSON, such as 0, null, '"a"' or '{"x":1}': ${text} is not`);
  return value;
}

/** A number greater than 0. Throws a `UsageError`. */
export function positive(text: string, option: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new UsageError(`${option} takes a number greater than 0: ${text} is not`);
  return number;
}

/** A whole number. Throws a `UsageError`. */
export function whole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`${option} takes a whole number, at least ${least}: ${text} is not`);
  return number;
}

/** Nothing in `check` is random, so a seed only has to be one. */
export function checkSeed(text: string): void {
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new UsageError(`--seed takes an integer: ${text} is not`);
}

/** A limit on memory, in bytes. Throws a `UsageError`. */
export function memoryBytes(text: string): number {
  const megabytes = positive(text, "--memory");
  if (megabytes < LEAST_MEMORY)
    throw new UsageError(`--memory takes at least ${LEAST_MEMORY} (megabytes): the runtime alone needs half`);
  return megabytes * MB;
}

/** Four fifths of what the machine has to give: enough to never be killed for want of memory. */
export function defaultMemory(): number {
  return Math.max(LEAST_MEMORY * MB, 0.8 * (process.availableMemory() + process.memoryUsage.rss()));
}
