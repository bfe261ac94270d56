export { createFleet, type Fleet, type FleetOptions, JobRefused, type Progress } from "./fleet.js";
export type { Input, Job } from "./job.js";
export type { Event, Failure, InvalidInput, OperationView, Report } from "./report.js";
export { openInput } from "./source.js";
