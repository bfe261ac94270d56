import { parentPort, workerData } from "node:worker_threads";
import { createMemoryMeter } from "../memory.js";
import type { Command, ParallelJob } from "./messages.js";
import { serve } from "./serve.js";

/** The program of a worker thread that searches one history together with others. */
if (parentPort !== null) {
  const port = parentPort;
  const job = workerData as ParallelJob;
  const meter = job.memory === undefined ? undefined : createMemoryMeter(job.memory);
  void serve(
    {
      // oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
      post: (message) => port.postMessage(message),
      onCommand: (listen) => port.on("message", (command: Command) => listen(command)),
    },
    job,
    meter,
  );
}
