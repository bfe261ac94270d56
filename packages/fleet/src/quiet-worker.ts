import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { HeapLimits } from "./heap-limits.js";

/** Starts a worker thread. What a user's type prints in it must not get between our lines on standard output. */
export function startQuietWorker(program: URL, workerData: unknown, resourceLimits: HeapLimits): Worker {
  const isRoomy = resourceLimits.maxYoungGenerationSizeMb === undefined;
  if (isRoomy) giveRoom();
  const worker = new Worker(program, { workerData, stdout: true, resourceLimits });
  if (isRoomy) worker.once("online", takeRoomBack).once("exit", takeRoomBack);
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  return worker;
}

/** What a heap may hold before it is collected whole for the first time, and its young part, in megabytes; 0: as ever. */
const [ROOM, YOUNG] = [256, 16];

/**
 * Lets the heaps of threads that start from now on grow before they are collected whole. With the garbage the runtime
 * forgets the compiled code that refers to it: where it collects after every few thousand small histories, a fifth of
 * the time goes into compiling the same again. Where memory comes to its limit, garbage is collected all the same
 * (`createMemoryMeter`).
 */
function giveRoom(): void {
  setRoom(ROOM, YOUNG);
}

/** Threads that others start in this process begin as they always did, once ours are there. */
function takeRoomBack(): void {
  setRoom(0, 0);
}

function setRoom(old: number, young: number): void {
  setFlagsFromString(`--initial-old-space-size=${old}`);
  setFlagsFromString(`--min-semi-space-size=${young}`);
}
