/**
 * What runs anywhere, in Node and in a browser: histories, types and criteria, and the questions that
 * can be asked of them. `sightline` has all of this, and what needs files and threads.
 */
export {
  check,
  type CheckOptions,
  Exhausted,
  type Limits,
  type Result,
  type Violation,
  type Witness,
} from "@sightline/core";
export { measure, type Measurement, type MeasureOptions } from "@sightline/core";
export { admittedOutcomes, explainOutcome, type OutcomeOptions, type ProgramOutcome } from "@sightline/core";
export {
  type NamedClaim,
  type Proof,
  type Verification,
  verifyViolation,
  verifyWitness,
} from "@sightline/core";

export {
  type Annotation,
  type History,
  type Invocation,
  type Label,
  parseHistory,
  printHistory,
  printOperation,
  type Seen,
  type Value,
} from "@sightline/core";
export {
  type AnnotationRecord,
  createHistoryBuilder,
  type HistoryBuilder,
  type OperationRecord,
} from "@sightline/core";

export { type SequentialType, typeFromClass, typeFromModule, types } from "@sightline/core";
export { findWrongHint, type HintCheckOptions } from "@sightline/core";
export { criteria, type CriterionOptions, type LevelName, type OrderName } from "@sightline/core";
export {
  type AxiomBreach,
  type AxiomModel,
  evaluateAxioms,
  parseAxioms,
  printAxioms,
} from "@sightline/core";

export { AxiomError, type ErrorCode, HistoryError, NotationError, TypeFailure } from "@sightline/core";
