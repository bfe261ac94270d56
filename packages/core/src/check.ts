import { type BoundedCheck, type CheckOptions, checkOptionNames } from "./ask/check-options.js";
import { type Asked, understand } from "./ask/understand.js";
import { type Budget, createBudget, withStates } from "./budget.js";
import type { CriterionSpec } from "./criteria/criterion.js";
import type { History } from "./history/history.js";
import { boundsOf } from "./limits.js";
import type { Decision, NoOrder } from "./plan/decision.js";
import { cautionsOf, type Result, type Stats, type Violation } from "./result.js";
import { convergenceRoute, nothingCompared } from "./routes/convergence.js";
import { memoryRoute } from "./routes/memory.js";
import { orderRoute } from "./routes/order.js";
import { type Route, witnessFault } from "./routes/route.js";
import { visibilityRoute } from "./routes/visibility.js";
import { withProof } from "./routes/with-proof.js";
import { refuseUnknown } from "./text/refuse-unknown.js";

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
  refuseUnknown("option", options, checkOptionNames);
  const { limits, ...asked } = options;
  return checkWithin(history, limits === undefined ? asked : { ...asked, bounds: boundsOf(limits) });
}

/** `check` within bounds as engines ask for them. */
export function checkWithin(history: History, options: BoundedCheck = {}): Result {
  const started = performance.now();
  const asked = understand(history, options);
  return { ...take(asked, started), ...cautionsOf(history) };
}

/** Takes the route of the criterion. */
function take(asked: Asked, started: number): Result {
  const { criterion } = asked;
  switch (criterion.kind) {
    case "memory":
      return follow(memoryRoute(asked, criterion), asked, started);
    case "convergence": {
      const result = follow(convergenceRoute(asked), asked, started);
      const warnings = result.verdict === "satisfied" ? nothingCompared(result.witness) : [];
      return warnings.length === 0 ? result : { ...result, warnings };
    }
    default:
      return follow(plainRoute(asked, criterion), asked, started);
  }
}

/** A criterion of one order, of levels or of axioms. */
type PlainCriterion = Exclude<CriterionSpec, { kind: "memory" | "convergence" }>;

/** The route of such a criterion. */
const plainRoute = (asked: Asked, criterion: PlainCriterion): Route<NoOrder> =>
  criterion.kind === "levels" || criterion.kind === "axioms"
    ? visibilityRoute(asked, criterion)
    : orderRoute(asked, criterion);

/** The route of any criterion, to decide by. */
function anyRoute(asked: Asked, criterion: CriterionSpec): Pick<Route<unknown>, "decide"> {
  if (criterion.kind === "convergence") return convergenceRoute(asked);
  return criterion.kind === "memory" ? memoryRoute(asked, criterion) : plainRoute(asked, criterion);
}

/** The states that may be visited to tell whether a core holds with another result. */
const CORE_STATES = 20_000;

/** Whether another history is found to satisfy what was asked of this one. */
function satisfies(asked: Asked, budget: Budget): (other: History) => boolean {
  const { criterion, options } = asked;
  return (history) => {
    const other = { ...asked, history, algorithm: "auto", options: { ...options, explain: false } } as const;
    const route = anyRoute(other, criterion);
    return route.decide(withStates(budget, CORE_STATES)).verdict === "satisfied";
  };
}

/** Decides, verifies and explains. */
function follow<Violated>(route: Route<Violated>, asked: Asked, started: number): Result {
  const { bounds } = asked.options;
  const criterion = asked.criterion.name;
  const elapsed = (): number => Math.round((performance.now() - started) * 1000) / 1000;
  if (bounds?.cancelled?.() === true) {
    const stats = { algorithm: asked.algorithm, states: 0, milliseconds: elapsed() };
    const established = "nothing: it was cancelled before the search";
    return { criterion, verdict: "unknown", reason: "cancelled", established, stats };
  }
  const budget = createBudget(bounds);
  const decision = verified(route, asked, budget, route.decide(budget));
  switch (decision.verdict) {
    case "satisfied": {
      const { witness } = decision;
      return { criterion, verdict: "satisfied", witness, stats: statsOf(decision, elapsed()) };
    }
    case "unknown": {
      const { reason, established } = decision;
      return { criterion, verdict: "unknown", reason, established, stats: statsOf(decision, elapsed()) };
    }
    case "violated": {
      const violation = inTime(asked, budget, () =>
        withProof(asked, route.explain(decision, budget), decision, budget, satisfies(asked, budget)),
      );
      return { criterion, verdict: "violated", violation, stats: statsOf(decision, elapsed()) };
    }
  }
}

/** A decision whose witness holds by the definition of the criterion alone. */
function verified<Violated>(
  route: Route<Violated>,
  asked: Asked,
  budget: Budget,
  decision: Decision<Violated>,
): Decision<Violated> {
  if (decision.verdict !== "satisfied" || asked.options.verify === false) return decision;
  const fault = witnessFault(asked, asked.criterion, decision);
  if (fault === undefined) return decision;
  const other = route.decideOtherwise?.(decision.algorithm, budget);
  if (other === undefined) throw fault;
  return verified(route, asked, budget, other);
}

function statsOf<Violated>(decision: Decision<Violated>, milliseconds: number): Stats {
  const { algorithm, states, parts } = decision;
  const writePairs = decision.countPairs?.();
  return {
    algorithm,
    states,
    milliseconds,
    ...(parts > 1 && { parts }),
    ...(writePairs !== undefined && { writePairs }),
  };
}

/**
 * Why a history violates the criterion, for a caller that knows already that it does: what `check`
 * would say, within the limits.
 *
 * @param stuck the operation that nothing explains, where the caller knows one
 */
export function explainViolation(history: History, options: BoundedCheck, stuck?: number): Violation {
  const asked = understand(history, { ...options, explain: true });
  const { criterion } = asked;
  if (criterion.kind === "memory" || criterion.kind === "convergence") {
    const result = take(asked, performance.now());
    if (result.verdict === "violated") return result.violation;
    return { kind: "exhausted", operations: [], reason: "every order was ruled out" };
  }
  const route = plainRoute(asked, criterion);
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const violated = { ids, ...(stuck !== undefined && { stuck }) };
  const budget = createBudget(options.bounds);
  return inTime(asked, budget, () =>
    withProof(asked, route.explain(violated, budget), violated, budget, satisfies(asked, budget)),
  );
}

/**
 * The explanation, or that there was no time for it. What is said never depends on how much of it there was:
 * an explanation that the caller's limits may have cut short is left out as a whole.
 */
function inTime(asked: Asked, budget: Budget, explain: () => Violation): Violation {
  const violation = explain();
  const shortage = budget.exceeded(0);
  if (shortage === undefined || asked.options.explain === false) return violation;
  const what = { deadline: "time", memory: "memory", states: "effort", cancelled: "patience" }[shortage];
  return { kind: "exhausted", operations: [], reason: `there was no ${what} left to find out why` };
}
