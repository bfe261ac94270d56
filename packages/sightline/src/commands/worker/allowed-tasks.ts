import { loadCluster } from "@sightline/fleet";
import { isStoreTask, type StoreTask } from "../shared/tasks/store-tasks.js";
import { isStressTask, type StressTask } from "../shared/tasks/stress-task.js";
import { namesStore } from "../shared/store-target.js";
import type { Task } from "../shared/tasks/task-means.js";
import type { AllowedTask } from "./task-messages.js";

/** What a worker allows besides what Sightline has itself. */
export interface Allowed {
  /** Files of modules. */
  readonly modules: readonly string[];
  /** Classes of Java, by their names. */
  readonly classes: readonly string[];
}

/** What `--allow-target` names: `java:com.example.Cache`, or the file of a module, with or without `js:`. */
export const allowedOf = (targets: readonly string[]): Allowed => ({
  modules: targets.filter((one) => !one.startsWith("java:")).map((one) => one.replace(/^js:/, "")),
  classes: targets.filter((one) => one.startsWith("java:")).map((one) => one.slice("java:".length)),
});

/** By what a module is known at both ends. */
interface SentModule {
  readonly name: string;
  readonly sha256: string;
}

/** The task within what this worker allows, with its own paths. Throws `TaskRefused`: a job brings no code. */
export async function allowTask(task: Task, allowed: Allowed): Promise<AllowedTask> {
  const { TaskRefused } = await loadCluster();
  if (isStoreTask(task)) return allowStore(task, allowed);
  if (isStressTask(task)) return allowObject(task, allowed);
  throw new TaskRefused(`it asks for ${task.kind}`);
}

async function allowStore(task: StoreTask, allowed: Allowed): Promise<AllowedTask> {
  const { TaskRefused } = await loadCluster();
  const { target, options: given } = task.data;
  if (given.addresses !== undefined)
    throw new TaskRefused("it names servers by their addresses, and a worker starts its own");
  // Where modules and packages are is the worker's own affair.
  const { folder: _, loadModule: __, ...options } = given;
  const name = namesStore(target) ? target : `js:${await moduleFor(task.data, allowed)}`;
  return { ...task, data: { ...task.data, target: name, options } } as StoreTask;
}

async function allowObject(task: StressTask, allowed: Allowed): Promise<AllowedTask> {
  const { TaskRefused } = await loadCluster();
  const { findShippedSpec, parseTargetName } = await import("@sightline/lab");
  const { data } = task;
  const { spec, constructorArgs, mode } = data.options;
  // Where the class is found, and how it is loaded, is the worker's own affair.
  const options = {
    ...(spec !== undefined && { spec }),
    ...(constructorArgs !== undefined && { constructorArgs }),
    ...(mode !== undefined && { mode }),
  };
  const parsed = parseTargetName(data.target);
  if (parsed.kind === "js") {
    const target = `js:${await moduleFor(data, allowed)}#${parsed.className}`;
    return { ...task, data: { ...data, target, options } };
  }
  const { className } = parsed;
  if (!allowed.classes.includes(className) && (await findShippedSpec(className)) === undefined)
    throw new TaskRefused(
      `it needs the class ${className}; allow it there: sightline worker --allow-target java:${className}`,
    );
  return { ...task, data: { ...data, options } };
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
