import { type BoundedCheck, type CheckOptions, checkOptionNames } from "./ask/check-options.js";
import { understand } from "./ask/understand.js";
import { createBudget } from "./budget.js";
import { decideWithin } from "./decide.js";
import type { History } from "./history/history.js";
import { boundsOf } from "./limits.js";
import type { Result, Violation } from "./result.js";
import { explainDecided, explainViolated } from "./routes/explain-violated.js";
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
  const decided = decideWithin(history, options);
  return "result" in decided ? decided.result : explainDecided(decided.open);
}

/**
 * Why a history violates the criterion, for a caller that knows already that it does: what `check`
 * would say, within the limits.
 *
 * @param stuck the operation that nothing explains, where the caller knows one
 */
export function explainViolation(history: History, options: BoundedCheck, stuck?: number): Violation {
  const inFull = { ...options, explain: true };
  const asked = understand(history, inFull);
  if (asked.criterion.kind === "memory" || asked.criterion.kind === "convergence") {
    const result = checkWithin(history, inFull);
    if (result.verdict === "violated") return result.violation;
    return { kind: "exhausted", operations: [], reason: "every order was ruled out" };
  }
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const violated = { ids, ...(stuck !== undefined && { stuck }) };
  return explainViolated(asked, violated, createBudget(options.bounds));
}
