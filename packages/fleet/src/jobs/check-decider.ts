import {
  type BoundedCheck,
  type Bounds,
  defaultCriterion,
  type History,
  type Result,
  type SatSolverFactory,
  type Telling,
  violatedByLaw,
  type Violation,
} from "@sightline/core";
import type { MemoryMeter } from "../memory.js";
import type { Decidable, Decider } from "../work.js";
import { aboutOf } from "./about.js";
import { type CheckAnswer, type CheckJob, UNTOLD } from "./check.js";
import { endedEarly } from "./ended-early.js";
import { checkInCubes, type CubeTools, mayShareDefault } from "./check-in-cubes.js";
import { checkShared, shareableAlgorithm, type SharedTools } from "./check-shared.js";
import { viewOperations, viewOrder } from "./views.js";

/** What checking is made of: the real functions in earnest, others in tests. */
export interface CheckTools extends SharedTools, CubeTools {
  /** The type to use instead of the history's own. */
  readonly type: BoundedCheck["type"];
  /** For models of shared memory; absent where none is asked for or none is installed. */
  readonly sat?: SatSolverFactory | undefined;
  /** Absent without a memory limit. */
  readonly meter: MemoryMeter | undefined;
  /** How many threads may share the search of one history. */
  readonly searchers: number;
  /** Whether other machines may share it, too. */
  readonly across?: boolean;
  /** The causes whose first violation this thread has proved. */
  readonly proved: Set<string>;
}

/** Checks histories: each criterion is a question. */
export function checkDecider(job: CheckJob, tools: CheckTools): Decider<CheckAnswer> {
  const { check, meter, searchers, across = false } = tools;
  const options = optionsOf(job, tools);
  /** The violation before it was proved, where its kind may turn out to be none of the first. */
  let unproved: Violation | undefined;
  const telling = tellingOf(job, tools, (violation) => (unproved = violation));
  /** The results of the criteria before, of the history that is being checked. */
  let found: Result[] = [];
  let about: History | undefined;

  const checkOnce = (history: History, asked: BoundedCheck): Result | Promise<Result> => {
    const { type, typeLoader } = job;
    const crew = { searchers, type, typeLoader };
    const shared = searchers > 1 ? shareableAlgorithm(history, asked) : undefined;
    if (shared !== undefined) return checkShared(history, shared, asked, crew, tools);
    const mayShare = (searchers > 1 || across) && mayShareDefault(history, asked);
    if (!mayShare) return check(history, asked, telling);
    return checkInCubes(history, asked, telling, crew, tools);
  };
  const resultOf = (history: History, question: number, bounds: Bounds): Result | Promise<Result> => {
    const criterion = criterionOf(history, question, job);
    const implied = job.gradual === true ? violatedByLaw(criterion, found) : undefined;
    return implied ?? checkOnce(history, { ...options, criterion, bounds });
  };
  const answer = ({ history, observe }: Decidable, result: Result): CheckAnswer => {
    found.push(result);
    if (result.verdict === "unknown" && result.reason === "memory") meter?.tidy();
    const model = job.gradual === true ? undefined : machines.get(result.criterion);
    const observation = model === undefined ? undefined : observe?.(model);
    return {
      ...aboutOf(history),
      ...shown(history, result, job),
      ...(history.size <= (job.wholeHistories ?? -1) && { history }),
      ...(observation !== undefined && { observation }),
      ...(unproved !== undefined && {
        unproved: { violation: unproved, operations: viewOperations(history, unproved.operations) },
      }),
    };
  };
  /** A thread that takes over amid the criteria has to know what those before it came to. */
  const catchUp = async (read: Decidable, question: number, bounds: Bounds): Promise<CheckAnswer> => {
    while (found.length < question) found.push(await resultOf(read.history, found.length, bounds));
    unproved = undefined; // what was found on the way is of earlier criteria
    return answer(read, await resultOf(read.history, question, bounds));
  };
  return {
    questions: () => Math.max(1, job.criteria.length),
    decide(read, question, bounds) {
      const { history } = read;
      if (about !== history) [about, found] = [history, []];
      unproved = undefined;
      if (job.gradual === true && found.length < question) return catchUp(read, question, bounds);
      const result = resultOf(history, question, bounds);
      return result instanceof Promise ? result.then((one) => answer(read, one)) : answer(read, result);
    },
    ended(history, question, reason, milliseconds) {
      const criterion = criterionOf(history, question, job);
      const result = endedEarly(criterion, reason, milliseconds, job.algorithm);
      return { ...aboutOf(history), result, operations: [] };
    },
    unreadable: () =>
      (job.criteria.length > 0 ? job.criteria : ["linearizability"]).map((criterion) => {
        const established = "nothing: the history could not be read within the memory limit";
        const result = { ...endedEarly(criterion, "memory", 0, job.algorithm), established } as Result;
        return { name: null, size: 0, result, operations: [] };
      }),
    weigh: ({ result, history }) => weigh(result) + Math.floor((history?.size ?? 0) / 100),
  };
}

/** What every check of the job is asked with. */
function optionsOf(job: CheckJob, { type, sat }: CheckTools): BoundedCheck {
  const { initial, algorithm, partition, cacheSize, pruning, verify, explain } = job;
  return {
    ...(type !== undefined && { type }),
    ...(initial !== undefined && { initial }),
    ...(algorithm !== undefined && { algorithm }),
    ...(partition !== undefined && { partition }),
    ...(cacheSize !== undefined && { cacheSize }),
    ...(pruning !== undefined && { pruning }),
    ...(verify !== undefined && { verify }),
    ...(explain !== undefined && { explain }),
    ...(sat !== undefined && { sat }),
    ...(job.gradual === true && { countPairs: true }),
  };
}

/**
 * Which violations are proved. A thread takes histories in the order of the inputs, so that the first of a kind
 * in all inputs is the first of it that some thread meets; and one of the first kinds in all is one of that thread's.
 */
function tellingOf(
  { provenKinds }: CheckJob,
  { proved }: CheckTools,
  onProof: (violation: Violation) => void,
): Telling {
  if (provenKinds === undefined) return {};
  return {
    wantsProof(violation) {
      const { cause, kind } = violation;
      // Without a small reason, the proof may be one.
      if (cause === undefined || kind === "exhausted") return true;
      if (proved.has(cause) || proved.size >= provenKinds) return false;
      proved.add(cause);
      onProof(violation);
      return true;
    },
  };
}

/** The criterion that a question is about: where none is asked for, the one that suits the history. */
function criterionOf(history: History, question: number, { criteria }: CheckJob): string {
  if (criteria.length > 0) return criteria[question];
  return defaultCriterion(history);
}

/** Criterion → the machine whose runs are those that it admits. */
const machines: ReadonlyMap<string, "sc" | "tso"> = new Map([
  ["sc", "sc"],
  ["sequential", "sc"],
  ["tso", "tso"],
]);

/** What a report tells of the result: the witness if asked for, the operations of a violation, an order. */
function shown(
  history: History,
  result: Result,
  job: CheckJob,
): Pick<CheckAnswer, "result" | "operations" | "order"> {
  const most = job.orderViews ?? 0;
  switch (result.verdict) {
    case "violated": {
      const { operations, prefix } = result.violation;
      const order = most > 0 && prefix !== undefined && { order: viewOrder(history, prefix, most, "end") };
      return { result, operations: viewOperations(history, operations), ...order };
    }
    case "satisfied": {
      const { linearization } = result.witness;
      const order = most > 0 && { order: viewOrder(history, linearization, most, "beginning") };
      const told = job.witnesses ? result : { ...result, witness: UNTOLD };
      return { result: told, operations: [], ...order };
    }
    default:
      return { result, operations: [] };
  }
}

/** How much of the main thread's memory a result takes, in thousands of numbers. */
function weigh(result: Result): number {
  const numbers =
    result.verdict === "satisfied"
      ? result.witness.linearization.length
      : result.verdict === "violated"
        ? (result.violation.prefix?.length ?? 0) + result.violation.operations.length
        : 0;
  return 1 + Math.floor(numbers / 1000);
}
