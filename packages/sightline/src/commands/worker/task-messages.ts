import type { StoreTask } from "../shared/tasks/store-tasks.js";
import type { StressTask } from "../shared/tasks/stress-task.js";

/** A task that this worker allows, with its own paths in it. */
export type AllowedTask = StoreTask | StressTask;

/** What a process is told: a task, and runs that it must not try, with the reasons. */
export interface TaskCommand {
  readonly task: AllowedTask;
  readonly doomed: ReadonlyMap<number, string>;
  /** Where the classes of Java are. */
  readonly classpath: string | undefined;
}

/** What a process tells. */
export type TaskMessage =
  /** A run is begun: should the process be lost, it was that. */
  | { readonly kind: "begins"; readonly run: number }
  | { readonly kind: "result"; readonly result: unknown }
  /** `isUsage`: what is asked makes no sense to anyone. */
  | { readonly kind: "failed"; readonly message: string; readonly isUsage: boolean };
