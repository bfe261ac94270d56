export { createPool, type Lease, type Pool } from "./pool.js";
export type { CommonEvent } from "./report.js";
export type { Work } from "./work.js";
export { setAlarm } from "./alarm.js";
export { JobRefused } from "./crew.js";
export { createFleet, type Fleet, type FleetOptions, type Progress } from "./fleet.js";
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
export { checkParallel, type ParallelLimits, type ParallelOptions } from "./parallel/check-parallel.js";
export type { Failure, InvalidInput, OperationView, OrderView, Report } from "./report.js";
export { invalidInput } from "./input/invalid-input.js";
