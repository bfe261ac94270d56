export type { AsyncIo } from "./javascript/async-io.js";
export type { LitmusOutcome, LitmusTest } from "./litmus/litmus-test.js";
export { allows, type LitmusModel, outcomeHistory, printOutcome, sameOutcome } from "./litmus/outcome.js";
export { type CountedOutcome, type LitmusOptions, type LitmusRun, runLitmus } from "./litmus/run.js";
export { litmusTests } from "./litmus/tests.js";
export type { Access } from "./memory/burst-code.js";
export { type ProgramShape, randomProgram } from "./memory/random-program.js";
export {
  historyOf,
  type MemoryProgram,
  type MemoryStep,
  programOf,
  showsExchange,
  type Variable,
  variablesOf,
} from "./memory/program.js";
export {
  type RecordedBatch,
  type RecordedBurst,
  recordMemory,
  type RecordOptions,
} from "./memory/record.js";
export {
  parseProgram,
  printOutcome as printResults,
  printProgram as printObjectProgram,
  printStep,
  stepsOf,
} from "./object/notation.js";
export { methodsBeyondType, methodsOfType } from "./object/methods-of-type.js";
export { argumentTypes, simpleName, type ValuesByType } from "./object/arguments.js";
export { generatePrograms } from "./object/generate-programs.js";
export type { MethodSpec, ObjectSpec } from "./object/object-spec.js";
export { hardlyOverlapped } from "./object/hardly-overlapped.js";
export {
  BLOCKED,
  isBlocked,
  isNotReached,
  NOT_REACHED,
  type Outcome,
  type Program,
} from "./object/program.js";
export { readSpec, SpecError } from "./object/read-spec.js";
export {
  type Coverage,
  countRefused,
  countRun,
  createCoverage,
  untestedOf,
} from "./asked/coverage.js";
export { isMeant, type KnownClass, type LeftOut, requestOf, type TestRequest } from "./asked/request.js";
export { nameIn, shortSignature, signatureOf } from "./object/signature.js";
export { bulkMethods } from "./object/split-bulk.js";
export { findShippedSpec } from "./object/find-shipped-spec.js";
export type { CallOrder, StressOptions, StressReport, Target } from "./object/target.js";
export { type RecordedProgram, recordPrograms } from "./record/record-programs.js";
export { recordedHistory } from "./record/recorded-history.js";
export { TargetFailure } from "./target/guard.js";
export { openTarget, type OpenTargetOptions } from "./target/open-target.js";
export { parseTargetName, TargetNameError } from "./target/target-name.js";
export { claimedLevels, type JudgedOutcome, testedMethods } from "./trials/judge.js";
export {
  isViolation,
  type ProgramResult,
  runTests,
  type TestEvent,
  type TestPlan,
} from "./trials/run-tests.js";
export { type ProgramVerdict, verdictOf } from "./trials/verdict.js";
export { admittingLevels, strongestFirst, weakestViolated } from "./object/admitted.js";
export { compareSize } from "./object/shrink-program.js";
export { typeOfTarget } from "./object/type-of-target.js";
export { type AxiomFindings, type AxiomInstance, printAxiomInstance } from "./derive/axioms.js";
export type { Derivation, DeriveEvent, DerivePlan } from "./derive/derivation.js";
export { derive } from "./derive/derive.js";
export { specWithLevels } from "./derive/spec-with-levels.js";
export {
  brokenChain,
  type DerivedLevel,
  type FailedProgram,
  type MethodLevels,
  type Refutation,
  weakestRefuted,
} from "./derive/method-levels.js";
