export { moduleOf, NotSendable, type SentModule } from "./chunk-job.js";
export { ClusterUnreachable, withoutPassword } from "./connect.js";
export { type Coordinator, joinCluster } from "./coordinate.js";
export { giveTasks, type TaskDesk } from "./give-tasks.js";
export { PREFIX } from "./keys.js";
export { QueueMissing } from "./load-queue.js";
export { type ClusterWorker, type TaskOffer, workFor } from "./work-for.js";
export type { Task, TaskQueue } from "./task-job.js";
export { type RunTask, TaskRefused } from "./work-on-tasks.js";
