export type { Limits, Shortage } from "./budget.js";
export { check, type CheckOptions } from "./check.js";
export { type Algorithm, algorithms } from "./plan/algorithms.js";
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
export { type Criterion, type CriterionName, criteria, findCriterion } from "./criteria/criterion.js";
export { nearest } from "./text/nearest.js";
export { type Claim, type Verification, verify } from "./witness/verify.js";
export {
  checkLabel,
  type ClassTypeOptions,
  findType,
  typeFromClass,
  typeFromModule,
  typeNames,
  types,
} from "./types/index.js";
export { select, type Selection } from "./history/select.js";
export { printHistory, printOperation, printValue } from "./history/print.js";
export { type ParseOptions, parseHistory } from "./history/notation.js";
export { NotationError } from "./history/notation-lexer.js";
