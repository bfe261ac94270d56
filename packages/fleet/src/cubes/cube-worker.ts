import { parentPort, workerData } from "node:worker_threads";
import { createMemoryMeter, unhurried } from "../memory.js";
import type { Command, CubeQuestion } from "./messages.js";
import { createSearcher } from "./searcher.js";

/** The program of a worker thread that searches one history together with others. */
if (parentPort !== null) {
  const port = parentPort;
  const question = workerData as CubeQuestion;
  const { memory } = question;
  const meter = memory === undefined ? undefined : unhurried(createMemoryMeter(memory), memory);
  const search = createSearcher(question, {
    ...(memory !== undefined && { memory }),
    ...(meter !== undefined && { usedBytes: (more: number) => meter.usedBytes(more) }),
  });
  port.on("message", (command: Command) => {
    // What is thrown ends the thread, and whoever started it hears of that.
    // oxlint-disable-next-line require-post-message-target-origin -- a port, not a window
    void search(command).then((message) => port.postMessage(message));
  });
}
