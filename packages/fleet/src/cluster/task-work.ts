import { hostname } from "node:os";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { KEPT, keysOf } from "./keys.js";
import type { QueuePackages } from "./load-queue.js";
import { packResult, type Task, type TaskJob, type TaskQueue } from "./task-job.js";
import type { WorkLog } from "./work-log.js";

/** A worker does not do such a task, now or later. */
export class TaskRefused extends Error {
  override readonly name = "TaskRefused";
}

/**
 * Does tasks. Throws `TaskRefused` where a task is not allowed or makes no sense; with any other error another worker
 * tries, or the same again.
 */
export type RunTask = (task: Task) => Promise<unknown>;

/** What the work on a task is done with. */
export interface TaskSurroundings {
  readonly client: Redis;
  readonly prefix: string;
  readonly queue: TaskQueue;
  readonly version: string;
  readonly packages: QueuePackages;
  readonly log: WorkLog;
  readonly run: RunTask;
  onDone(): void;
}

/** Does a task, and leaves what it came to in Redis under the task's name. */
export function createTaskWork(surroundings: TaskSurroundings): (job: Job<TaskJob>) => Promise<void> {
  const { client, prefix, queue, version, packages, log, run, onDone } = surroundings;
  return async ({ id = "", data, attemptsStarted }) => {
    const { result } = keysOf(prefix, queue, id);
    const note = (event: string): void => log({ event, job: id, chunk: data.key, start: attemptsStarted });
    if ((await client.exists(result)) === 1) return note("found");
    note("begin");
    const found = await resultOf(data, version, run).catch((error: Error) => {
      const where = `the worker on ${hostname()}`;
      throw error instanceof TaskRefused
        ? new packages.UnrecoverableError(`${where} refuses the job: ${error.message}`)
        : new Error(`${where} cannot do it: ${error.message}`, { cause: error });
    });
    await client.set(result, packResult(found), "EX", KEPT);
    note("done");
    onDone();
  };
}

async function resultOf({ version: asked, key, kind, data }: TaskJob, version: string, run: RunTask) {
  if (asked !== version) throw new TaskRefused(`it is of version ${asked}, and the worker of ${version}`);
  return run({ key, kind, data });
}
