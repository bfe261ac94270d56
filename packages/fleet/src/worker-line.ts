import { heapLimits } from "./heap-limits.js";
import { startQuietWorker } from "./quiet-worker.js";

/** How a worker thread is spoken with, or a stand-in for one. */
export interface WorkerLine<Command, Message> {
  send(command: Command): void;
  /** To be called once, before anything is sent. `onDeath` is told why, if the worker ends unasked. */
  listen(onMessage: (message: Message) => void, onDeath: (error: Error) => void): void;
  /** Ends the worker in the middle of whatever it does. */
  end(): Promise<void>;
}

/** Starts a worker thread on something that says how much memory it may take, with a line to it. */
export function startWorkerLine<Command, Message>(
  program: URL,
  work: { readonly memory?: number | undefined },
): WorkerLine<Command, Message> {
  const worker = startQuietWorker(program, work, heapLimits(work.memory));
  return {
    // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
    send: (command) => worker.postMessage(command),
    listen(onMessage, onDeath) {
      worker.on("message", onMessage);
      worker.on("error", onDeath);
      worker.on("exit", () => onDeath(new Error("a worker thread ended without a word")));
    },
    async end() {
      await worker.terminate();
    },
  };
}
