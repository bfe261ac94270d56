export type { Limits, Shortage } from "./budget.js";
export { check, type Algorithm, type CheckOptions } from "./check.js";
export {
  createHistoryBuilder,
  type HistoryBuilder,
  type HistoryHeader,
  type OperationRecord,
} from "./history/builder.js";
export { HistoryError } from "./history/error.js";
export { type History, type Invocation, type Label, isPending, labelOf, PENDING } from "./history/history.js";
export { canonical, compare, equal, type Value } from "./history/value.js";
export type { Result, Stats, Violation, Witness } from "./result.js";
export { type MethodSignature, type Outcome, outcomes, type SequentialType, stateKey } from "./types/type.js";
