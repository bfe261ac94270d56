import { loadCluster } from "@sightline/fleet";
import type { StoreOptions } from "@sightline/stores";
import { isStoreTask, type StoreTask } from "../shared/tasks/store-tasks.js";
import { namesStore } from "../shared/store-target.js";
import type { Task } from "../shared/tasks/task-means.js";
import type { AllowedTask } from "./task-messages.js";

/** What a worker allows besides what Sightline has itself. */
export interface Allowed {
  /** Modules of targets. */
  readonly modules: readonly string[];
}

/** By what a module is known at both ends. */
interface SentModule {
  readonly name: string;
  readonly sha256: string;
}

/** The task within what this worker allows, with its own paths. Throws `TaskRefused`: a job brings no code. */
export async function allowTask(task: Task, allowed: Allowed): Promise<AllowedTask> {
  const { TaskRefused } = await loadCluster();
  if (!isStoreTask(task)) throw new TaskRefused(`it asks for ${task.kind}`);
  const { target, options } = task.data;
  if (options.addresses !== undefined)
    throw new TaskRefused("it names servers by their addresses, and a worker starts its own");
  const data = {
    ...task.data,
    target: namesStore(target) ? target : `js:${await moduleFor(task.data, allowed)}`,
    options: withoutOwn(options),
  };
  return { ...task, data } as StoreTask;
}

/** Where modules and packages are is the worker's own affair. */
function withoutOwn(given: StoreOptions): StoreOptions {
  const { folder: _, loadModule: __, ...options } = given;
  return options;
}

/** The worker's own file of a module that a task needs. */
async function moduleFor(data: object, { modules }: Allowed): Promise<string> {
  const { moduleOf, TaskRefused } = await loadCluster();
  const { target, module } = data as { readonly target: string; readonly module?: SentModule };
  if (module === undefined) throw new TaskRefused(`${target} is no store that Sightline knows`);
  const path = modules.find((one) => moduleOf(one).name === module.name);
  if (path === undefined)
    throw new TaskRefused(
      `it needs the module ${module.name}; allow it there: sightline worker --allow-target FILE`,
    );
  if (moduleOf(path).sha256 !== module.sha256)
    throw new TaskRefused(`its ${module.name} is another than the worker's: give both the same file`);
  return path;
}
