export { type Bounds, Exhausted, type Shortage } from "./budget.js";
export { checkLimits, type Limits, type Signal } from "./limits.js";
export type { BoundedCheck, CheckOptions } from "./ask/check-options.js";
export { check, checkWithin, explainViolation } from "./check.js";
export {
  type PartialOrder,
  type PartialOrderOptions,
  type PartialOrders,
  partialOrders,
} from "./linearize/partial/partial-orders.js";
export { type Decided, decideWithin, type OpenViolation } from "./decide.js";
export { explainDecided, type Telling } from "./routes/explain-violated.js";
export { type Algorithm, algorithms, memoryAlgorithms, visibilityAlgorithms } from "./ask/algorithms.js";
export { checkAlgorithm } from "./ask/fit-algorithm.js";
export { createHistoryBuilder, type HistoryBuilder, type OperationRecord } from "./history/builder.js";
export type { AnnotationRecord } from "./history/annotations.js";
export type { HistoryHeader } from "./history/history-header.js";
export type { ErrorCode } from "./errors/error-code.js";
export { HistoryError, printPath } from "./history/error.js";
export {
  type Annotation,
  type Clock,
  type History,
  type Invocation,
  type Label,
  isPending,
  labelOf,
  mayBeAbsent,
  PENDING,
  type Seen,
} from "./history/history.js";
export { canonical, compare, equal, type Value } from "./history/value.js";
export type { Result, Stats, StepCase, StepEdge, StepOutline, Violation, Witness } from "./result.js";
export { type MethodSignature, type Outcome, outcomes, type SequentialType, stateKey } from "./types/type.js";
export { catalogue as criteria } from "./criteria/catalogue.js";
export {
  type Criterion,
  type CriterionName,
  type CriterionOptions,
  type CriterionSpec,
  defaultCriterion,
  findCriterion,
  resolveCriterion,
} from "./criteria/criterion.js";
export { AxiomError } from "./criteria/axioms/error.js";
export { findNamedModel, type NamedModel, namedModels } from "./criteria/axioms/named.js";
export type { Axiom, AxiomModel } from "./criteria/axioms/model.js";
export { parseAxioms } from "./criteria/axioms/parse.js";
export { printAxioms, type PrintOptions as AxiomPrintOptions } from "./criteria/axioms/print.js";
export { checkLevelMap, type LevelMap, parseLevelMap, printLevelMap } from "./criteria/level-map.js";
export {
  type BoundedMeasure,
  measure,
  type Measurement,
  type MeasureOptions,
  measureWithin,
} from "./measure.js";
export { admittedOutcomes, explainOutcome, type OutcomeOptions, type ProgramOutcome } from "./outcomes.js";
export { type LevelName, levelNames } from "./criteria/levels.js";
export type { OrderName } from "./criteria/order-name.js";
export {
  createFollower,
  type Follower,
  type FollowOptions,
  type Sighting,
  type Unjudged,
} from "./follow/follow.js";
export type { Since, Trouble } from "./follow/followed-part.js";
export type { Fate, LiveEvent, LiveOperation } from "./follow/live-operation.js";
export { findName } from "./text/find-name.js";
export { fingerprint } from "./text/fingerprint.js";
export { shorten } from "./text/shorten.js";
export { didYouMean } from "./text/did-you-mean.js";
export { nearest } from "./text/nearest.js";
export { refuseUnknown } from "./text/refuse-unknown.js";
export { type Claim, type Verification, verify } from "./witness/verify.js";
export { type AxiomBreach, evaluateAxioms } from "./witness/evaluate-axioms.js";
export { malformed as malformedWitness } from "./witness/malformed.js";
export { isExhausted, malformedProof } from "./witness/malformed-proof.js";
export type { NoProof, Proof } from "./witness/proof/proof.js";
export { type NamedClaim, verifyWitness } from "./witness/verify-criterion.js";
export { verifyViolation } from "./witness/verify-violation.js";
export {
  checkLabel,
  type ClassTypeOptions,
  findType,
  TypeFailure,
  typeFromClass,
  typeFromModule,
  typeNames,
  types,
} from "./types/index.js";
export { findWrongHint, type HintCheckOptions } from "./types/find-wrong-hint.js";
export { select, type Selection } from "./history/select.js";
export { printOperation, printValue } from "./history/print.js";
export { printHistory } from "./history/print-history.js";
export { type HistoryRecord, recordOf } from "./history/record.js";
export type { SightRecord } from "./history/collect-sights.js";
export { type KnownSights, membersOf, seenBy } from "./history/sights.js";
export { sawFromUpdates, type UpdatesSeen } from "./history/updates-seen.js";
export { type ParseOptions, parseHistory } from "./history/parse-history.js";
export { NotationError } from "./history/text-cursor.js";
export { createRandom, type Random } from "./random.js";
export { clopperPearson, type RateInterval } from "./statistics/clopper-pearson.js";
export { fisherExact } from "./statistics/fisher-exact.js";
export { checkFit, resolveType } from "./ask/fit.js";
export { type Cube, malformedCube, splitCube, WHOLE } from "./cubes/cube.js";
export type { CubeAnswer, CubeBounds, CubeSearch } from "./plan/cubes/cube-search.js";
export { type CubesEffort, type CubesOutcome, concludeCubes } from "./plan/cubes/conclude-cubes.js";
export { cubesOf, type Cut } from "./plan/cubes/cubes-of.js";
export { type OpenCubes, openCubes } from "./plan/cubes/open-cubes.js";
export { openSharedSearch, type SharedQuestion, type SharedSearch } from "./plan/shared-search.js";
export type { Task as SearchTask } from "./visibility/papers/resumable.js";
export {
  asksForStoreOrder,
  implies as impliesModel,
  type MemoryModel,
  memoryModels,
} from "./criteria/memory-models.js";
export type { SatSolver, SatSolverFactory } from "./memory/store-order/sat/sat-solver.js";
export { checkGradually, gradual } from "./gradual.js";
export { violatedByLaw } from "./violated-by-law.js";
