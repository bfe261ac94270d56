export { setAlarm } from "./alarm.js";
export { createFleet, type Fleet, type FleetOptions, JobRefused, type Progress } from "./fleet.js";
export type { Input, Job } from "./job.js";
export type { Event, Failure, InvalidInput, OperationView, OrderView, Report } from "./report.js";
export { openInput } from "./source.js";
export { misfit } from "./task.js";
export { survey, type SurveyEvent, type SurveyOptions } from "./survey/survey.js";
export type { Measured, SurveyJob } from "./survey/job.js";
export { checkParallel, type ParallelLimits, type ParallelOptions } from "./parallel/check-parallel.js";
