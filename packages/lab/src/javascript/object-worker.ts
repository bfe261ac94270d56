import { parentPort, workerData } from "node:worker_threads";
import type { Request, WorkerSetup } from "./messages.js";
import { createIsIdle } from "./idle.js";
import { createServer } from "./serve.js";
import { installTimers } from "./install-timers.js";

// The thread that runs the user's class: it may hang or die without harm to anything else.
const setup = workerData as WorkerSetup;
const isIdle = parentPort === null ? () => Promise.resolve(false) : createIsIdle(parentPort);
const serve = createServer(setup, setup.mode === "async" ? installTimers() : () => {}, isIdle);
parentPort?.on("message", (request: Request) => {
  // oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
  void serve(request).then((answer) => parentPort?.postMessage(answer));
});
// oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
parentPort?.postMessage("ready"); // a hang is counted from here: to start takes its time
