import { Worker } from "node:worker_threads";
import type { Answer, RequestKind, Requests, WorkerSetup } from "./messages.js";

/** A thread that runs the class under test, as those see it who ask it. */
export interface SubjectWorker {
  /**
   * Asks for something; requests are answered one after another. Besides what the worker answers, it may
   * hang (no answer in time) or crash: then it is gone.
   */
  ask<Kind extends RequestKind>(
    kind: Kind,
    request: Requests[Kind]["request"],
  ): Promise<WorkerAnswer<Requests[Kind]["result"]>>;
  isAlive(): boolean;
  /** Ends the thread in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** An answer, or why there is none. */
export type WorkerAnswer<Result> =
  | Answer<Result>
  | { readonly kind: "hang"; readonly seconds: number }
  | { readonly kind: "crash"; readonly message: string };

/** Starts the thread itself: `startWorker`, or another in tests. */
export type StartWorker = (setup: WorkerSetup) => Worker;

/** Starts a worker thread. What the user's class prints must not get between our lines: it goes to stderr. */
export function startWorker(setup: WorkerSetup): Worker {
  return new Worker(new URL("./object-worker.js", import.meta.url), { workerData: setup, stdout: true });
}

/** A class is given so long to be loaded, besides what a hang takes to be noticed: TypeScript is compiled first. */
const LOADING_SECONDS = 60;

/** A worker for the class. An answer that has not come `hangSeconds` after the class was loaded is a hang. */
export function openWorker(
  setup: WorkerSetup,
  hangSeconds: number,
  start: StartWorker = startWorker,
): SubjectWorker {
  const worker = start(setup);
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  let death: string | undefined;
  let waiting: ((answer: WorkerAnswer<unknown>) => void) | undefined;
  let patience = LOADING_SECONDS + hangSeconds;
  let hang: NodeJS.Timeout | undefined;
  let isReady: () => void = () => {};
  let queue: Promise<unknown> = new Promise<void>((resolve) => (isReady = resolve));
  const answered = (answer: WorkerAnswer<unknown>): void => waiting?.(answer);
  const died = (message: string): void => {
    death ??= message;
    isReady();
    answered({ kind: "crash", message });
  };
  worker.on("message", (message: Answer | "ready" | "loaded") => {
    if (message === "ready") isReady();
    else if (message === "loaded") {
      patience = hangSeconds;
      if (waiting !== undefined) expectAnswer();
    } else answered(message);
  });
  worker.on("error", (error) =>
    died(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  worker.on("exit", (code) => died(`the thread ended by itself (exit code ${code})`));

  const kill = async (): Promise<void> => {
    death ??= "the thread was ended";
    await worker.terminate();
  };
  const expectAnswer = (): void => {
    clearTimeout(hang);
    const seconds = patience;
    hang = setTimeout(() => {
      answered({ kind: "hang", seconds });
      void kill();
    }, 1000 * seconds);
  };
  const askNow = (request: object): Promise<WorkerAnswer<unknown>> =>
    new Promise((resolve) => {
      if (death !== undefined) {
        resolve({ kind: "crash", message: death });
        return;
      }
      expectAnswer();
      waiting = (answer) => {
        waiting = undefined;
        clearTimeout(hang);
        resolve(answer);
      };
      // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
      worker.postMessage(request);
    });
  return {
    ask(kind, request) {
      const asked = queue.then(() => askNow({ kind, ...request }));
      queue = asked;
      return asked as Promise<WorkerAnswer<never>>;
    },
    isAlive: () => death === undefined,
    kill,
  };
}
