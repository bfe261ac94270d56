/** The library in Node: all of `sightline/core`, and histories from files, checked on many threads. */
export * from "./core.js";
export { InputError, type Item, readHistories, type ReadOptions, writeHistory } from "@sightline/formats";
export { checkParallel, type ParallelLimits, type ParallelOptions } from "@sightline/fleet";
export { printReport, type ReportOptions } from "./report/print-report.js";
export {
  type Failure,
  type RecordedSession,
  type SightOptions,
  type Recorder,
  recorder,
  type RecorderOptions,
  type WrapOptions,
} from "./recorder/recorder.js";
export { assertSatisfies } from "./matchers/assert-satisfies.js";
export type { HistorySource, JudgeOptions } from "./matchers/judge.js";
