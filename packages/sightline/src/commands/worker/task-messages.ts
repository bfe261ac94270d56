import type { StoreTask } from "../shared/tasks/store-tasks.js";

/** A task that this worker allows, with its own paths in it. */
export type AllowedTask = StoreTask;

/** What a process is told: a task, and runs that it must not try, with the reasons. */
export interface TaskCommand {
  readonly task: AllowedTask;
  readonly doomed: ReadonlyMap<number, string>;
}

/** What a process tells. */
export type TaskMessage =
  /** A run is begun: should the process be lost, it was that. */
  | { readonly kind: "begins"; readonly run: number }
  | { readonly kind: "result"; readonly result: unknown }
  /** `isUsage`: what is asked makes no sense to anyone. */
  | { readonly kind: "failed"; readonly message: string; readonly isUsage: boolean };
