import { UsageError } from "../../errors/usage-error.js";
import { createStoreOpenings } from "../shared/tasks/store-openings.js";
import type { TaskCommand, TaskMessage } from "./task-messages.js";

/*
 * A process that does tasks for a worker: a store may take its process with it, block it, or leave servers behind, and
 * the worker has to go on talking to Redis. It ends, and all that it has started, when the worker does.
 */

const stores = createStoreOpenings();
const tell = (message: TaskMessage): void => void process.send?.(message);

async function answer({ task, doomed }: TaskCommand): Promise<void> {
  try {
    const result = await stores.run(task, {
      begin(run) {
        const reason = doomed.get(run);
        if (reason === undefined) tell({ kind: "begins", run });
        return reason;
      },
    });
    tell({ kind: "result", result });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ kind: "failed", message, isUsage: error instanceof UsageError && isForAll(error) });
  }
}

/** What is not installed here may be elsewhere; what makes no sense makes none anywhere. */
const isForAll = ({ code }: UsageError): boolean => !code.startsWith("SL3");

async function end(): Promise<void> {
  await stores.close().catch(() => {});
  process.exit(0);
}

process.on("message", (command: TaskCommand) => void answer(command));
process.on("disconnect", () => void end());
process.on("SIGTERM", () => void end());
process.on("SIGINT", () => {}); // Ctrl-C is the worker's: what is under way is finished
