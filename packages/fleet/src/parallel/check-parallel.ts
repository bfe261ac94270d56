import { availableParallelism } from "node:os";
import {
  checkLimits,
  type CriterionOptions,
  type History,
  HistoryError,
  type Limits,
  refuseUnknown,
  resolveCriterion,
  type Result,
  type Value,
} from "@sightline/core";
import { coordinate } from "./coordinate.js";
import { type Member, startMember } from "./member.js";
import type { ParallelAlgorithm, ParallelJob } from "./messages.js";

/** As for `check`, but for `states`: threads do not count theirs together. */
export interface ParallelLimits extends Omit<Limits, "states"> {
  readonly signal?: AbortSignal;
}

/** How to check one history with several worker threads. */
export interface ParallelOptions extends Omit<CriterionOptions, "axioms"> {
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. Default: the history's. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`: types do not pass between threads. */
  readonly typeLoader?: string;
  /** The state to start from, over the history's own. */
  readonly initial?: Value;
  /** How many threads search. Default: as many as the machine runs at once. */
  readonly workers?: number;
  /** What the search may use, from the call on; `megabytes` are those of the whole process. */
  readonly limits?: ParallelLimits;
  /** Whether to use ViSearch's pruning predicates. Default: true. */
  readonly pruning?: boolean;
  /** Whether to try every visibility that is allowed, or only minimal ones (CAV'18 Theorem 1). Default: `visearch`, every. */
  readonly algorithm?: ParallelAlgorithm;
}

const optionNames = Object.keys({
  type: true,
  typeLoader: true,
  criterion: true,
  levels: true,
  order: true,
  initial: true,
  workers: true,
  limits: true,
  pruning: true,
  algorithm: true,
} satisfies Record<keyof ParallelOptions, true>);

/**
 * Does the history satisfy the visibility levels? Decided by several threads that share one search
 * (ViSearch §3.4). The verdict is the same for any number of workers.
 *
 * Rejects with a `HistoryError` where history, type and levels do not fit together, or at an option that is unknown.
 */
export function checkParallel(history: History, options: ParallelOptions = {}): Promise<Result> {
  return checkWith(startMember, history, options);
}

/** `checkParallel` with workers of any kind. */
export async function checkWith(
  start: (job: ParallelJob) => Member,
  history: History,
  options: ParallelOptions,
): Promise<Result> {
  const started = performance.now();
  refuseUnknown("option", options, optionNames);
  const { workers = availableParallelism(), limits = {} } = options;
  checkLimits(limits, ["seconds", "megabytes", "signal"]);
  const { seconds, signal } = limits;
  const deadlineMs = seconds === undefined ? undefined : 1000 * seconds;
  const job = jobOf(history, options);
  const crew = Array.from({ length: Math.max(1, workers) }, () => start(job));
  const { states, ...decided } = await coordinate(crew, { deadlineMs, signal });
  const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
  const common = { criterion: job.criterion, stats: { algorithm: job.algorithm, states, milliseconds } };
  switch (decided.verdict) {
    case "satisfied":
      return { ...common, ...decided };
    case "violated": {
      const reason = "every linearization and every visibility that the levels allow was ruled out";
      return { ...common, verdict: "violated", violation: { kind: "exhausted", operations: [], reason } };
    }
    default:
      return { ...common, ...decided, established: "no violation was found in what was searched" };
  }
}

function jobOf(history: History, options: ParallelOptions): ParallelJob {
  const criterion = resolveCriterion(options, history);
  if (criterion.kind !== "levels")
    throw new HistoryError(
      "SL1304",
      `a parallel search decides visibility levels, not "${criterion.name}": give a level such as causal, or levels`,
    );
  const { type, typeLoader, initial, pruning, limits, algorithm = "visearch" } = options;
  const { name, levels, order } = criterion;
  return {
    history,
    criterion: name,
    levels,
    order,
    algorithm,
    ...(type !== undefined && { type }),
    ...(typeLoader !== undefined && { typeLoader }),
    ...(initial !== undefined && { initial }),
    ...(pruning !== undefined && { pruning }),
    ...(limits?.megabytes !== undefined && { memory: limits.megabytes * 2 ** 20 }),
  };
}
