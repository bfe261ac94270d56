export { NotSendable } from "./chunk-job.js";
export { ClusterUnreachable, withoutPassword } from "./connect.js";
export { type Coordinator, joinCluster } from "./coordinate.js";
export { PREFIX } from "./keys.js";
export { QueueMissing } from "./load-queue.js";
export { type ClusterWorker, workFor } from "./work-for.js";
