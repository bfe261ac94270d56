import { type BoundedCheck, type Bounds, type History, resolveCriterion, type Result } from "@sightline/core";
import type { Check, Explain } from "../lazy-check.js";
import type { checkParallel, ParallelLimits } from "../parallel/check-parallel.js";
import type { ParallelAlgorithm } from "../parallel/messages.js";

/** What a shared check is made of: the real functions in earnest, others in tests. */
export interface SharedTools {
  readonly check: Check;
  readonly explain: Explain;
  readonly checkParallel: typeof checkParallel;
  now(): number;
}

/** What other threads need to know to join a search: types do not pass between threads, their names do. */
export interface Crew {
  /** How many threads share the search. */
  readonly searchers: number;
  readonly type?: string | undefined;
  readonly typeLoader?: string | undefined;
}

/** How long a history is searched alone before other threads join, in milliseconds: most never need them. */
const ALONE = 300;

const shareable: readonly ParallelAlgorithm[] = ["visearch", "minimal-visibility"];

/** The algorithm, if several threads can share its search for this criterion: ViSearch's deque, for levels. */
export function shareableAlgorithm(history: History, options: BoundedCheck): ParallelAlgorithm | undefined {
  const algorithm = shareable.find((name) => name === options.algorithm);
  return algorithm !== undefined && resolveCriterion(options, history).kind === "levels"
    ? algorithm
    : undefined;
}

/**
 * What `check` decides, by one thread for a short while and then, if that did not suffice, by several
 * that share the search from its start. The verdict is that of `check` for any number of them; states
 * count both.
 */
export async function checkShared(
  history: History,
  algorithm: ParallelAlgorithm,
  options: BoundedCheck,
  crew: Crew,
  tools: SharedTools,
): Promise<Result> {
  const begun = tools.now();
  const { bounds = {} } = options;
  const deadline = Math.min(bounds.deadline ?? Infinity, begun + ALONE);
  const alone = await tools.check(history, { ...options, explain: false, bounds: { ...bounds, deadline } });
  const isShort = alone.verdict === "unknown" && alone.reason === "deadline" && deadline !== bounds.deadline;
  const decided = isShort ? await share(history, algorithm, options, crew, tools) : alone;
  const states = decided.stats.states + (isShort ? alone.stats.states : 0);
  const explained =
    decided.verdict === "violated" && options.explain !== false
      ? { ...decided, violation: await tools.explain(history, options, decided.violation.stuck) }
      : decided;
  const milliseconds = Math.round((tools.now() - begun) * 1000) / 1000;
  return { ...explained, stats: { ...decided.stats, states, milliseconds } };
}

function share(
  history: History,
  algorithm: ParallelAlgorithm,
  options: BoundedCheck,
  { searchers, type, typeLoader }: Crew,
  tools: SharedTools,
): Promise<Result> {
  const { criterion, levels, order, initial, pruning, bounds = {} } = options;
  return tools.checkParallel(history, {
    algorithm,
    workers: searchers,
    // The predicates are ViSearch's: CAV'18's search has none.
    pruning: algorithm === "visearch" && pruning !== false,
    ...(criterion !== undefined && { criterion }),
    ...(levels !== undefined && { levels }),
    ...(order !== undefined && { order }),
    ...(initial !== undefined && { initial }),
    ...(type !== undefined && { type }),
    ...(typeLoader !== undefined && { typeLoader }),
    limits: limitsOf(bounds, tools.now()),
  });
}

/** What is left of the bounds, in the words of `checkParallel`. */
function limitsOf({ deadline, memory }: Bounds, now: number): ParallelLimits {
  return {
    ...(deadline !== undefined && { seconds: Math.max(0, deadline - now) / 1000 }),
    ...(memory !== undefined && { megabytes: memory / 2 ** 20 }),
  };
}
