import { UsageError } from "../../errors/usage-error.js";
import { createObjectOpenings, type ObjectOpenings } from "../shared/tasks/object-openings.js";
import { createStoreOpenings } from "../shared/tasks/store-openings.js";
import { isStressTask, lostProgram } from "../shared/tasks/stress-task.js";
import type { TaskCommand, TaskMessage } from "./task-messages.js";

/*
 * A process that does tasks for a worker: a store or an object may take its process with it, block it, or leave servers behind, and
 * the worker has to go on talking to Redis. It ends, and all that it has started, when the worker does.
 */

const stores = createStoreOpenings();
let objects: ObjectOpenings | undefined;
const tell = (message: TaskMessage): void => void process.send?.(message);

async function answer(command: TaskCommand): Promise<void> {
  try {
    tell({ kind: "result", result: await resultOf(command) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ kind: "failed", message, isUsage: error instanceof UsageError && isForAll(error) });
  }
}

async function resultOf({ task, doomed, classpath }: TaskCommand): Promise<unknown> {
  /** Why a run is not to be tried; else it is told that it is begun. */
  const begin = (run: number): string | undefined => {
    const reason = doomed.get(run);
    if (reason === undefined) tell({ kind: "begins", run });
    return reason;
  };
  if (!isStressTask(task)) return stores.run(task, { begin });
  const reason = begin(0);
  if (reason !== undefined) return lostProgram(reason);
  objects ??= createObjectOpenings(classpath);
  return objects.run(task);
}

/** What is not installed here may be elsewhere; what makes no sense makes none anywhere. */
const isForAll = ({ code }: UsageError): boolean => !code.startsWith("SL3");

async function end(): Promise<void> {
  await Promise.allSettled([stores.close(), objects?.close()]);
  process.exit(0);
}

process.on("message", (command: TaskCommand) => void answer(command));
process.on("disconnect", () => void end());
process.on("SIGTERM", () => void end());
process.on("SIGINT", () => {}); // Ctrl-C is the worker's: what is under way is finished
