import { Worker } from "node:worker_threads";
import type { HeapLimits } from "./heap-limits.js";

/** Starts a worker thread. What a user's type prints in it must not get between our lines on standard output. */
export function startQuietWorker(program: URL, workerData: unknown, resourceLimits: HeapLimits): Worker {
  const worker = new Worker(program, { workerData, stdout: true, resourceLimits });
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  return worker;
}
