import { parentPort, workerData } from "node:worker_threads";
import type { Order, ParallelJob } from "./messages.js";
import { serve } from "./serve.js";

/** The program of a worker thread that searches one history together with others. */
if (parentPort !== null) {
  const port = parentPort;
  void serve(
    {
      // oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
      post: (message) => port.postMessage(message),
      onOrder: (listen) => port.on("message", (order: Order) => listen(order)),
    },
    workerData as ParallelJob,
  );
}
