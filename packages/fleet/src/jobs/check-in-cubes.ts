import {
  type BoundedCheck,
  concludeCubes,
  type Decided,
  type decideWithin,
  type History,
  openCubes,
  resolveCriterion,
  type Result,
  type Telling,
} from "@sightline/core";
import type { conquerHere } from "../cubes/conquer-here.js";
import type { explainOpen } from "../lazy-check.js";
import type { Crew } from "./check-shared.js";

/** What a check in cubes is made of: the real functions in earnest, others in tests. */
export interface CubeTools {
  readonly decide: typeof decideWithin;
  readonly explainOpen: typeof explainOpen;
  readonly conquer: typeof conquerHere;
  now(): number;
}

/** How long a history is searched by one thread before others join, in milliseconds: nearly all are decided by then. */
const ALONE = 1000;

/** In longer histories it is their length that takes the time, and cubes would not help. */
const MOST_OPERATIONS = 2000;

/** Whether the default search for this criterion can be shared, should it prove long. */
export function mayShareDefault(history: History, options: BoundedCheck): boolean {
  if ((options.algorithm ?? "auto") !== "auto" || history.size > MOST_OPERATIONS) return false;
  const { kind } = resolveCriterion(options, history);
  // Whether these have cubes depends on the history, which is soon seen.
  return kind === "memory" || kind === "axioms"
    ? openCubes(history, options) !== undefined
    : kind !== "convergence";
}

/**
 * What `check` decides: by one thread for a while and, where that does not suffice, by several, each of which searches
 * cubes of the search (`conquer`). The verdict is that of `check` for any number of them.
 */
export async function checkInCubes(
  history: History,
  options: BoundedCheck,
  telling: Telling,
  { searchers, type, typeLoader }: Crew,
  tools: CubeTools,
): Promise<Result> {
  const started = tools.now();
  const { bounds = {} } = options;
  const { deadline = Infinity, memory } = bounds;
  const first = Math.min(deadline, started + ALONE);
  const explained = (decided: Decided): Result | Promise<Result> =>
    "result" in decided ? decided.result : tools.explainOpen(decided.open, { ...telling, bounds });
  const alone = tools.decide(history, { ...options, bounds: { ...bounds, deadline: first } });
  const isShort =
    "result" in alone &&
    alone.result.verdict === "unknown" &&
    alone.result.reason === "deadline" &&
    first < deadline;
  if (!isShort) return explained(alone);
  const open = openCubes(history, options);
  if (open === undefined) return explained(tools.decide(history, options));
  const { criterion, levels, axioms, order, partition, initial } = options;
  const question = {
    history,
    ...(type !== undefined && { type }),
    ...(typeLoader !== undefined && { typeLoader }),
    ...(memory !== undefined && { memory }),
    options: {
      verify: false,
      ...(criterion !== undefined && { criterion }),
      ...(levels !== undefined && { levels }),
      ...(axioms !== undefined && { axioms }),
      ...(order !== undefined && { order }),
      ...(partition !== undefined && { partition }),
      ...(initial !== undefined && { initial }),
    },
  };
  const {
    outcome,
    states,
    cubes,
    searchers: threads,
  } = await tools.conquer(open, question, searchers, {
    deadline,
  });
  const effort = { started, states: states + alone.result.stats.states, cubes, threads };
  return explained(concludeCubes(open, outcome, effort));
}
