import { Worker } from "node:worker_threads";
import { batchParameters } from "./burst-code.js";
import type { BatchMemory } from "./layout.js";

/** Threads that run bursts together on one shared memory. */
export interface Crew {
  /** Runs the first `count` bursts on all threads; resolves to how often a thread met all others. */
  run(count: number): Promise<number>;
  /** Ends the threads. */
  stop(): Promise<void>;
}

/**
 * What a thread of the crew does: it makes a function of its code, and runs bursts when it is told to. As
 * text, it needs no file of its own and so works wherever this module does.
 */
const workerProgram = `
const { parentPort, workerData } = require("node:worker_threads");
const { code, parameters, memory } = workerData;
const runBursts = new Function(...parameters, code)(...memory);
parentPort.on("message", (count) => parentPort.postMessage(runBursts(count)));
`;

/** Starts one thread for each text of `burstCode`. */
export function startCrew(codes: readonly string[], memory: BatchMemory): Crew {
  const workers = codes.map(
    (code) =>
      new Worker(workerProgram, {
        eval: true,
        workerData: {
          code,
          parameters: batchParameters,
          memory: batchParameters.map((name) => memory[name]),
        },
      }),
  );
  let failure: Error | undefined;
  let fail: (error: Error) => void = () => {};
  let answered: (met: number) => void = () => {};
  const onFailure = (error: Error): void => {
    failure ??= error;
    fail(failure);
  };
  for (const worker of workers) {
    worker.on("message", (met: number) => answered(met));
    worker.on("error", onFailure);
    worker.on("exit", () => onFailure(new Error("a recording thread ended before its time")));
  }
  return {
    run(count) {
      return new Promise((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure);
          return;
        }
        fail = reject;
        let met = 0;
        let waiting = workers.length;
        answered = (times) => {
          met += times;
          if (--waiting === 0) resolve(met);
        };
        // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
        for (const worker of workers) worker.postMessage(count);
      });
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
