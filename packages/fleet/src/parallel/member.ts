import { Worker } from "node:worker_threads";
import { heapLimits } from "../heap-limits.js";
import type { Command, Message, ParallelJob } from "./messages.js";

/** A worker as the coordinator sees it. */
export interface Member {
  send(command: Command): void;
  /** To be called once, before anything is sent. `onDeath` is told why, if the worker ends unasked. */
  listen(onMessage: (message: Message) => void, onDeath: (error: Error) => void): void;
  /** Ends the worker in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Starts a worker thread for a job. */
export function startMember(job: ParallelJob): Member {
  const worker = new Worker(new URL("./search-worker.js", import.meta.url), {
    workerData: job,
    stdout: true,
    resourceLimits: heapLimits(job.memory),
  });
  // What a user's type prints must not get between our lines on standard output.
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  return {
    // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
    send: (command) => worker.postMessage(command),
    listen(onMessage, onDeath) {
      worker.on("message", onMessage);
      worker.on("error", onDeath);
      worker.on("exit", () => onDeath(new Error("a worker thread ended without a word")));
    },
    async kill() {
      await worker.terminate();
    },
  };
}
