import { type Budget, createBudget, type Limits } from "./budget.js";
import { type CriterionName, findCriterion } from "./criteria/criterion.js";
import { explain } from "./explain/explain.js";
import { HistoryError } from "./history/error.js";
import type { History } from "./history/history.js";
import type { Value } from "./history/value.js";
import { type Algorithm, algorithms } from "./plan/algorithms.js";
import type { Decision } from "./plan/decision.js";
import { decideLinearizability, type Question } from "./plan/linearizability.js";
import { decideSequential } from "./plan/sequential.js";
import type { Result } from "./result.js";
import { nearest } from "./text/nearest.js";
import { checkLabel, findType } from "./types/index.js";
import type { SequentialType } from "./types/type.js";
import { verify } from "./witness/verify.js";

/** How to check. */
export interface CheckOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** Default: `linearizability` where the history has real time, else `sequential`. */
  readonly criterion?: string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value;
  readonly algorithm?: Algorithm;
  /** Whether to decide object by object and key by key where that is sound. Default: true. */
  readonly partition?: boolean;
  /** `wgl-lru`: the most configurations that its cache holds. */
  readonly cacheSize?: number;
  /** What the search may use; beyond it the verdict is `unknown`. */
  readonly limits?: Limits;
  /** Whether to re-check each witness from the definition alone. Default: true. */
  readonly verify?: boolean;
  /** Whether to look for a small core of a violation. Default: true. */
  readonly explain?: boolean;
}

/**
 * Does the history satisfy the criterion? Yes, with an order that `verify` has re-checked; no, with
 * the reason; or unknown, because the limits were reached.
 *
 * Throws a `HistoryError` when history, type and options do not fit together.
 *
 * ```ts
 * const result = check(parseHistory("{ write(1) } || { read() => 2 }"), { type: "register" });
 * if (result.verdict === "violated") console.log(result.violation.reason);
 * ```
 */
export function check(history: History, options: CheckOptions = {}): Result {
  const started = performance.now();
  const criterion = findCriterion(options.criterion, history);
  const type = resolveType(history, options.type);
  const initial = options.initial === undefined ? history.initial : options.initial;
  checkFit(history, type, initial);
  const question: Question = {
    history,
    type,
    initial,
    algorithm: findAlgorithm(options.algorithm ?? "auto"),
    partition: options.partition ?? true,
    options: options.cacheSize === undefined ? {} : { cacheSize: options.cacheSize },
  };
  const budget = createBudget(options.limits);
  const decision = decide(question, criterion, budget, options.verify ?? true);
  const finish = () => ({
    algorithm: decision.algorithm,
    states: decision.states,
    milliseconds: Math.round((performance.now() - started) * 1000) / 1000,
    ...(decision.parts > 1 ? { parts: decision.parts } : {}),
  });
  switch (decision.verdict) {
    case "satisfied":
      return {
        criterion,
        verdict: "satisfied",
        witness: { linearization: decision.linearization, visibility: {} },
        stats: finish(),
      };
    case "unknown":
      return {
        criterion,
        verdict: "unknown",
        reason: decision.reason,
        established: decision.established,
        stats: finish(),
      };
    case "violated": {
      const violation =
        options.explain === false
          ? unexplained(decision)
          : explain({ history, type, initial, criterion, decision }, budget);
      return { criterion, verdict: "violated", violation, stats: finish() };
    }
  }
}

/** Decides, and re-checks the witness. A monitor's order that does not hold leaves the search to decide. */
function decide(question: Question, criterion: CriterionName, budget: Budget, reCheck: boolean): Decision {
  const { history, type, initial } = question;
  const run = (asked: Question): Decision =>
    criterion === "linearizability" && history.timed
      ? decideLinearizability(asked, budget)
      : decideSequential(asked, budget);
  const decision = run(question);
  if (decision.verdict !== "satisfied" || !reCheck) return decision;
  const claim = { type, criterion, initial };
  const first = verify(history, claim, decision);
  if (first.valid) return decision;
  if (question.algorithm === "auto" && decision.algorithm.includes("monitor")) {
    const second = run({ ...question, algorithm: "frontier" });
    if (second.verdict !== "satisfied" || verify(history, claim, second).valid) return second;
  }
  throw new Error(`${decision.algorithm} gave a witness that does not hold: ${first.reason}`);
}

function unexplained(decision: Decision & { verdict: "violated" }) {
  const { part, stuck } = decision;
  return {
    kind: "exhausted",
    operations: stuck === undefined ? [] : [stuck],
    reason: decision.pattern?.reason ?? "every order was ruled out",
    ...(part === undefined ? {} : { part }),
    ...(stuck === undefined ? {} : { stuck }),
  } as const;
}

function resolveType(history: History, given: SequentialType | string | undefined): SequentialType {
  const wanted = given ?? history.type;
  if (wanted === undefined)
    throw new HistoryError('the history does not tell its type: add "type" to it, or give --type', ["type"]);
  return typeof wanted === "string" ? findType(wanted) : wanted;
}

function findAlgorithm(name: string): Algorithm {
  const found = algorithms.find((algorithm) => algorithm === name);
  if (found !== undefined) return found;
  const meant = nearest(name, algorithms);
  throw new HistoryError(
    `unknown algorithm "${name}": ${meant === undefined ? `the algorithms are ${algorithms.join(", ")}` : `did you mean "${meant}"?`}`,
  );
}

/** Whether the type can start from the state and has every method, with arguments as it takes them. */
function checkFit(history: History, type: SequentialType, initial: Value | undefined): void {
  let start: unknown;
  try {
    start = type.init(initial);
  } catch (error) {
    throw new HistoryError(`the initial state does not fit type ${type.name}: ${(error as Error).message}`, [
      "initial",
    ]);
  }
  const seen = new Uint8Array(history.labels.length);
  for (let id = 0; id < history.size; id++) {
    const label = history.label[id];
    if (seen[label] === 1) continue;
    seen[label] = 1;
    try {
      checkLabel(type, history.labels[label]);
      type.step(start, history.labels[label]); // refuses arguments that make no sense
    } catch (error) {
      throw new HistoryError((error as Error).message, ["operations", id, "method"]);
    }
  }
}
