import { type Bounds, type Budget, createBudget } from "./budget.js";
import { checkMemory } from "./routes/memory.js";
import {
  type CriterionName,
  type CriterionOptions,
  type CriterionSpec,
  resolveCriterion,
} from "./criteria/criterion.js";
import { parseAxioms } from "./criteria/axioms/parse.js";
import { checkTransactions } from "./criteria/transactions.js";
import { explain } from "./explain/explain.js";
import { explainVisibility } from "./explain/visibility.js";
import type { History } from "./history/history.js";
import { boundsOf, type Limits } from "./limits.js";
import type { Value } from "./history/value.js";
import type { SatSolverFactory } from "./memory/store-order/sat/sat-solver.js";
import { type Algorithm, isVisibilityAlgorithm } from "./ask/algorithms.js";
import type { Decision } from "./plan/decision.js";
import { checkFit, checkLevelMethods, resolveType } from "./ask/fit.js";
import { findAlgorithm, orderAlgorithm, visibilityAlgorithm } from "./ask/fit-algorithm.js";
import { decideLinearizability, type Question } from "./plan/linearizability.js";
import { decideSequential } from "./plan/sequential.js";
import { decideVisibility, type VisibilityCriterion, type VisibilityQuestion } from "./plan/visibility.js";
import { cautionsOf, type Result, type Violation } from "./result.js";
import { refuseUnknown } from "./text/refuse-unknown.js";
import type { SequentialType } from "./types/type.js";
import { verify } from "./witness/verify.js";
import { verifyCriterion } from "./witness/verify-criterion.js";

/** How to check. */
export interface CheckOptions extends CriterionOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value;
  readonly algorithm?: Algorithm;
  /** Whether to decide object by object and key by key where that is sound. Default: true. */
  readonly partition?: boolean;
  /** `wgl-lru`: the most configurations that its cache holds. */
  readonly cacheSize?: number;
  /** `visearch`: whether to prune as the paper does. Default: true. */
  readonly pruning?: boolean;
  /** `sc`, `tso`: a SAT solver for what branching leaves open. Without one, a hard history may stay unknown. */
  readonly sat?: SatSolverFactory;
  /** Models of shared memory: whether to count the pairs of writes that the model leaves unordered. Default: false. */
  readonly countPairs?: boolean;
  /** What the search may use; beyond it the verdict is `unknown`. */
  readonly limits?: Limits;
  /** Whether to re-check each witness from the definition alone. Default: true. */
  readonly verify?: boolean;
  /** Whether to look for a small core of a violation. Default: true. */
  readonly explain?: boolean;
}

const optionNames = Object.keys({
  type: true,
  criterion: true,
  levels: true,
  axioms: true,
  order: true,
  initial: true,
  algorithm: true,
  partition: true,
  cacheSize: true,
  pruning: true,
  sat: true,
  countPairs: true,
  limits: true,
  verify: true,
  explain: true,
} satisfies Record<keyof CheckOptions, true>);

/** How to check within bounds that somebody else keeps an eye on too. */
export interface BoundedCheck extends Omit<CheckOptions, "limits"> {
  readonly bounds?: Bounds;
}

/**
 * Does the history satisfy the criterion? Yes, with an order that `verify` has re-checked; no, with
 * the reason; or unknown, because the limits were reached.
 *
 * Throws a `HistoryError` when history, type and options do not fit together, or at an option that is unknown.
 *
 * ```ts
 * const result = check(parseHistory("{ write(1) } || { read() => 2 }"), { type: "register" });
 * if (result.verdict === "violated") console.log(result.violation.reason);
 * ```
 */
export function check(history: History, options: CheckOptions = {}): Result {
  refuseUnknown("option", options, optionNames);
  const { limits, ...asked } = options;
  return checkWithin(history, limits === undefined ? asked : { ...asked, bounds: boundsOf(limits) });
}

/** `check` within bounds as engines ask for them. */
export function checkWithin(history: History, options: BoundedCheck = {}): Result {
  return { ...answer(history, options), ...cautionsOf(history) };
}

function answer(history: History, options: BoundedCheck): Result {
  const started = performance.now();
  const elapsed = (): number => Math.round((performance.now() - started) * 1000) / 1000;
  const asked = understand(history, options);
  const { name } = asked.criterion;
  const budget = createBudget(options.bounds);
  if (options.bounds?.cancelled?.() === true) {
    const stats = { algorithm: asked.algorithm, states: 0, milliseconds: elapsed() };
    const established = "nothing: it was cancelled before the search";
    return { criterion: name, verdict: "unknown", reason: "cancelled", established, stats };
  }
  if (asked.criterion.kind === "memory") {
    const { verify: reCheck = true, explain: explained = true, countPairs = false, sat } = options;
    const question = { ...asked.subject, model: asked.criterion.name, algorithm: asked.algorithm, sat };
    const asIs = { ...question, verify: reCheck, explain: explained, countPairs };
    const result = checkMemory(asIs, budget);
    if (result !== undefined) return result;
    const instead = answer(history, { ...options, criterion: "sequential" });
    return { ...instead, criterion: name, stats: { ...instead.stats, milliseconds: elapsed() } };
  }
  const route = routeFor(asked.criterion, asked, options);
  const decision = route.decide(budget);
  const finish = () => ({
    algorithm: decision.algorithm,
    states: decision.states,
    milliseconds: elapsed(),
    ...(decision.parts > 1 ? { parts: decision.parts } : {}),
  });
  switch (decision.verdict) {
    case "satisfied": {
      const { linearization, visibility = {} } = decision;
      return {
        criterion: name,
        verdict: "satisfied",
        witness: { linearization, visibility },
        stats: finish(),
      };
    }
    case "unknown": {
      const { reason, established } = decision;
      return { criterion: name, verdict: "unknown", reason, established, stats: finish() };
    }
    case "violated": {
      const violation = options.explain === false ? unexplained(decision) : route.explain(decision, budget);
      return { criterion: name, verdict: "violated", violation, stats: finish() };
    }
  }
}

/**
 * Why a history violates the criterion, for a caller that knows already that it does: what `check`
 * would say, within the limits.
 *
 * @param stuck the operation that nothing explains, where the caller knows one
 */
export function explainViolation(history: History, options: BoundedCheck, stuck?: number): Violation {
  const asked = understand(history, options);
  if (asked.criterion.kind === "memory") {
    const result = checkWithin(history, options);
    if (result.verdict === "violated") return result.violation;
    return { kind: "exhausted", operations: [], reason: "every order was ruled out" };
  }
  const decision: Violated = {
    verdict: "violated",
    ids: Array.from({ length: history.size }, (_, id) => id),
    ...(stuck === undefined ? {} : { stuck }),
    algorithm: asked.algorithm,
    states: 0,
    parts: 1,
  };
  return routeFor(asked.criterion, asked, options).explain(decision, createBudget(options.bounds));
}

/** What is asked, understood: the criterion, what it is asked of, and by which algorithm. */
interface Asked {
  readonly criterion: CriterionSpec;
  readonly subject: Subject;
  readonly algorithm: Algorithm;
}

/** Throws a `HistoryError` when history, type and options do not fit together. */
function understand(history: History, options: BoundedCheck): Asked {
  const criterion = resolveCriterion(options, history);
  const type = resolveType(history, options.type);
  const initial = options.initial === undefined ? history.initial : options.initial;
  checkFit(history, type, initial);
  if (criterion.kind === "levels") checkLevelMethods(criterion.levels, type);
  checkTransactions(criterion.name, type);
  return {
    criterion,
    subject: { history, type, initial },
    algorithm: findAlgorithm(options.algorithm ?? "auto"),
  };
}

type Violated = Decision & { readonly verdict: "violated" };

/** How a criterion is decided and its violations are explained. */
interface Route {
  /** Decides, and re-checks the witness. */
  decide(budget: Budget): Decision;
  explain(decision: Violated, budget: Budget): Violation;
}

/** What is checked: the same for every route. */
type Subject = Pick<Question, "history" | "type" | "initial">;

function routeFor(
  criterion: Exclude<CriterionSpec, { kind: "memory" }>,
  { subject, algorithm }: Pick<Asked, "subject" | "algorithm">,
  options: BoundedCheck,
): Route {
  if (criterion.kind === "levels" || criterion.kind === "axioms")
    return visibilityRoute(criterion, visibilityAlgorithm(algorithm, criterion), subject, options);
  if (isVisibilityAlgorithm(algorithm)) {
    // To see all before it is what both criteria of one order ask of every operation.
    const order = criterion.kind === "linearizability" ? "realtime" : "session";
    const complete = { kind: "levels", name: criterion.name, levels: { "*": "complete" }, order } as const;
    return visibilityRoute(complete, algorithm, subject, options);
  }
  return orderRoute(criterion.kind, orderAlgorithm(algorithm, criterion.name), subject, options);
}

function orderRoute(
  criterion: CriterionName,
  algorithm: Question["algorithm"],
  subject: Subject,
  { partition = true, cacheSize, verify: reCheck = true, explain: reasons = true }: BoundedCheck,
): Route {
  const options = cacheSize === undefined ? {} : { cacheSize };
  const question: Question = { ...subject, algorithm, partition, options, reasons };
  return {
    decide: (budget) => decideOrder(question, criterion, budget, reCheck),
    explain: (decision, budget) => explain({ ...subject, criterion, decision }, budget),
  };
}

/** Decides, and re-checks the witness. A monitor's order that does not hold leaves the search to decide. */
function decideOrder(
  question: Question,
  criterion: CriterionName,
  budget: Budget,
  reCheck: boolean,
): Decision {
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

function visibilityRoute(
  criterion: VisibilityCriterion,
  algorithm: VisibilityQuestion["algorithm"],
  subject: Subject,
  { pruning = true, verify: reCheck = true }: BoundedCheck,
): Route {
  return {
    decide(budget) {
      const decision = decideVisibility({ ...subject, criterion, algorithm, pruning }, budget);
      if (decision.verdict !== "satisfied" || !reCheck) return decision;
      const checked = verifyCriterion(subject.history, criterion, subject, decision);
      if (checked.valid) return decision;
      throw new Error(`${decision.algorithm} gave a witness that does not hold: ${checked.reason}`);
    },
    explain: (decision, budget) =>
      explainVisibility(
        {
          ...subject,
          order: criterion.order,
          criterion: criterion.name,
          unexplained: decision.stuck,
          relaxLin: criterion.kind === "axioms" && parseAxioms(criterion.axioms).relaxLin,
          decide: (history, limits) =>
            decideVisibility({ ...subject, history, criterion, algorithm: "auto", pruning }, limits).verdict,
        },
        budget,
      ),
  };
}

function unexplained(decision: Violated): Violation {
  const { part, stuck } = decision;
  return {
    kind: "exhausted",
    operations: stuck === undefined ? [] : [stuck],
    reason: decision.pattern?.reason ?? "every order was ruled out",
    ...(part === undefined ? {} : { part }),
    ...(stuck === undefined ? {} : { stuck }),
  };
}
