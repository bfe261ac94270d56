/**
 * What tests and benchmarks of every package share: the brute-force oracle, random histories and
 * the comparison of engines with the oracle. Slow or random by intent; not for production.
 */
export { checkDeciders } from "./check-deciders.js";
export {
  type Decider,
  type Decision,
  engineDecider,
  fuzz,
  fuzzOne,
  type FuzzReport,
  type Problem,
} from "./fuzz.js";
export { crowdOfReaders } from "./crossed-reads.js";
export { generateHistory } from "./generate.js";
export { generateMemory, memoryOf, type MemoryShape } from "./generate-memory.js";
export { interleave } from "./memory-runs.js";
export { memoryToHistory } from "./memory-to-history.js";
export {
  explanations,
  linearizable,
  type OrderCriterion,
  satisfies,
  sequentiallyConsistent,
} from "./oracle.js";
export { paperEngines } from "./paper-engines.js";
export { createRandom, type Random } from "./random.js";
export { fromRecord, type HistoryRecord, toRecord } from "./record.js";
export { simulate, type Simulation } from "./simulate.js";
export { withLessToExplain, withMoreOrder, withoutTime } from "./vary.js";
export { wholePart } from "./whole-part.js";
export { plausibleResult, randomInitial, randomInvocation } from "./workload.js";
export { findWrongHint, type HintCheckOptions } from "../types/find-wrong-hint.js";
export { createBudget } from "../budget.js";
export { partialStoreOrder } from "../memory/causal/ccm.js";
export { conflictStoreOrder } from "../memory/causal/ccv.js";
export { INITIAL, type MemoryHistory } from "../memory/memory-history.js";
export { createMeter } from "../memory/meter.js";
export { countUnorderedWrites, saturate, type WritePairs } from "../memory/store-order/saturation.js";
