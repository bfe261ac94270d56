import { createHash } from "node:crypto";
import { JobRefused } from "../deliver.js";
import { type DeskOptions, openDesk } from "./desk.js";
import { type Task, type TaskJob, type TaskQueue, unpackResult } from "./task-job.js";

/** How tasks are given to a cluster. */
export interface TaskDeskOptions extends DeskOptions {
  readonly queue: TaskQueue;
  /** The name of the batch: jobs and results are found again by it. */
  readonly batch: string;
  readonly version: string;
}

/** Where tasks are given to a cluster. */
export interface TaskDesk {
  /**
   * Has a task done by some worker. Where its result was found before and not forgotten it is that. Throws `JobRefused`
   * where no worker can do it, and what the signal was aborted with.
   */
  run(task: Task, signal?: AbortSignal): Promise<unknown>;
  /** Says that the result is used up, or on disk. */
  forget(task: Task): void;
  close(): Promise<void>;
}

/** Joins a cluster as the coordinator of a batch of tasks. Throws `QueueMissing` and `ClusterUnreachable`. */
export async function giveTasks(options: TaskDeskOptions): Promise<TaskDesk> {
  const { batch, version } = options;
  const desk = await openDesk(options);
  const idOf = ({ key }: Task): string =>
    `${batch}-${/^[\w.-]{1,64}$/.test(key) ? key : createHash("sha256").update(key).digest("hex")}`;
  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      const id = idOf(task);
      const withdraw = (): void => desk.withdraw(id);
      signal?.addEventListener("abort", withdraw, { once: true });
      try {
        const given = await desk.give(id, { data: { version, ...task } satisfies TaskJob });
        signal?.throwIfAborted();
        if (given.kind === "found") return unpackResult(given.bytes);
        throw new JobRefused(given.kind === "refused" ? given.reason : "the task was taken back");
      } finally {
        signal?.removeEventListener("abort", withdraw);
      }
    },
    forget: (task) => desk.forget(idOf(task)),
    close: () => desk.close(),
  };
}
