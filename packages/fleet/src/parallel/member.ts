import { startWorkerLine, type WorkerLine } from "../worker-line.js";
import type { Command, Message, ParallelJob } from "./messages.js";

/** A worker as the coordinator sees it. */
export type Member = WorkerLine<Command, Message>;

/** Starts a worker thread for a job. */
export const startMember = (job: ParallelJob): Member =>
  startWorkerLine(new URL("./search-worker.js", import.meta.url), job);
