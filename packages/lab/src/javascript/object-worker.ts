import { parentPort, workerData } from "node:worker_threads";
import type { Request, WorkerSetup } from "./messages.js";
import { createIsIdle } from "./idle.js";
import { createServer } from "./serve.js";
import { installTimers } from "./install-timers.js";

// The thread that runs the user's class: it may hang or die without harm to anything else.
const setup = workerData as WorkerSetup;
const isIdle = parentPort === null ? () => Promise.resolve(false) : createIsIdle(parentPort);
const useSchedule = setup.mode === "async" ? installTimers() : () => {};
// oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
const serve = createServer(setup, useSchedule, isIdle, () => parentPort?.postMessage("loaded"));
parentPort?.on("message", (request: Request) => {
  // oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
  void serve(request).then((answer) => parentPort?.postMessage(answer));
});
// oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
parentPort?.postMessage("ready"); // to start takes its time, and is no hang
