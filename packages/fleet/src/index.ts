export { createPool, type Lease, type Pool } from "./pool.js";
export type { CommonEvent } from "./report.js";
export type { Work } from "./work.js";
export { setAlarm } from "./alarm.js";
export { JobRefused } from "./deliver.js";
export type { Cut } from "./input/chunk.js";
export { isOneChunk } from "./input/is-one-chunk.js";
export type { KeptBatches } from "./journal/journal.js";
export { createFleet, type Fleet, type FleetOptions, type Progress, type StartThread } from "./fleet.js";
export { openInput } from "./input/open-input.js";
export type { Input, Job } from "./job.js";
export { type CheckJob, checkWork, type Event } from "./jobs/check.js";
export {
  type Measured,
  type MeasuredEvent,
  type MeasureEvent,
  type MeasureJob,
  measureWork,
} from "./jobs/measure.js";
export { viewOperations } from "./jobs/views.js";
export { misfit } from "./misfit.js";
export { type Carrier, type CubeOrder, SearcherLost } from "./cubes/carrier.js";
export {
  conquer,
  type ConquerOptions,
  type Conquest,
  type OpenPart,
  type Searching,
} from "./cubes/conquer.js";
export { conquerHere, type ConquerLimits } from "./cubes/conquer-here.js";
export type { ConquerRequest } from "./cubes/conquer-parts.js";
export { createSearcher } from "./cubes/searcher.js";
export type { CubeQuestion } from "./cubes/messages.js";
export { checkParallel, type ParallelLimits, type ParallelOptions } from "./parallel/check-parallel.js";
export type { Failure, InvalidInput, OperationView, OrderView, Report } from "./report.js";
export { invalidInput } from "./input/invalid-input.js";

/** What keeps the findings of a batch on disk: loaded only where that is asked for. */
export const loadJournal = () => import("./journal/index.js");

/** What has a batch worked on by other machines: loaded only where that is asked for. */
export const loadCluster = () => import("./cluster/index.js");
