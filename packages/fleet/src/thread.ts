import { Worker, type ResourceLimits } from "node:worker_threads";
import type { Input, Job, Place } from "./job.js";
import type { Message, Order } from "./messages.js";

/** How a task ended. */
export type Ending =
  | { readonly kind: "end"; readonly bytes: number }
  | { readonly kind: "refused"; readonly reason: string }
  /** The main thread leaves a history that proves long, and all after it, to a worker. */
  | { readonly kind: "long" }
  /** The thread is gone: `error` says why, unless it was told to go. */
  | { readonly kind: "died"; readonly error: Error | undefined };

/** A worker thread that does one task at a time. */
export interface Thread {
  /** Works through an input from a place on; so many threads may share a search. Never rejects. */
  run(input: Input, from: Place, searchers: number, onMessage: (message: Message) => void): Promise<Ending>;
  /** Tells the worker that messages of this weight were used up. */
  credit(weight: number): void;
  /** Ends the thread in the middle of whatever it does; resolves once its memory is given back. */
  kill(): Promise<void>;
}

/** Starts a worker thread for a job. */
export function startThread(job: Job): Thread {
  const worker = new Worker(new URL("./check-worker.js", import.meta.url), {
    workerData: job,
    stdout: true,
    resourceLimits: heapLimits(job.memory),
  });
  // What a user's type prints must not get between our lines on standard output.
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  let error: Error | undefined;
  let gone = false;
  let finish: ((ending: Ending) => void) | undefined;
  let listen: (message: Message) => void = () => {};
  // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
  const send = (order: Order): void => worker.postMessage(order);
  worker.on("error", (cause: Error) => (error = cause));
  worker.on("exit", () => {
    gone = true;
    finish?.({ kind: "died", error });
  });
  worker.on("message", (message: Message) => {
    if (message.kind === "end" || message.kind === "refused") finish?.(message);
    else listen(message);
  });
  return {
    run(input, from, searchers, onMessage) {
      if (gone) return Promise.resolve({ kind: "died", error });
      listen = onMessage;
      return new Promise((resolve) => {
        finish = resolve;
        send({ kind: "task", input, from, searchers });
      });
    },
    credit: (weight) => send({ kind: "credit", weight }),
    async kill() {
      await worker.terminate();
    },
  };
}

const MB = 1 << 20;

/** What a thread takes besides its heap, and what every heap may take, in megabytes. */
const [BESIDES, LEAST] = [32, 48];

/**
 * Bounds on the heap of one thread: a safety net under the budget's own checks of the whole process,
 * so that a heap that grows between two of them ends its thread and not the process. It has what the
 * process does not take yet. The young generation is kept small where memory is short: it counts three
 * times its size.
 */
export function heapLimits(
  memory: number | undefined,
  taken: number = process.memoryUsage.rss(),
): ResourceLimits {
  if (memory === undefined) return {};
  const heap = Math.max(LEAST, Math.floor((memory - taken) / MB) - BESIDES);
  return { maxOldGenerationSizeMb: heap, ...(memory < 1024 * MB && { maxYoungGenerationSizeMb: 8 }) };
}

/** Whether a thread was ended because its heap was full. */
export function isHeapLimit(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
}
