import { parentPort, workerData } from "node:worker_threads";
import { asksForStoreOrder, type CheckOptions } from "@sightline/core";
import { loadSatSolver } from "@sightline/sat";
import type { Job } from "./job.js";
import { type Message, type Order, WINDOW } from "./messages.js";
import { runTask } from "./task.js";
import { toolsFor } from "./task-tools.js";
import { loadType, withMargin } from "./worker-setup.js";

/** The worker thread's program: waits for tasks, one at a time, and works through them. */
function serve(port: NonNullable<typeof parentPort>, job: Job): void {
  let outstanding = 0;
  let resume: (() => void) | undefined;

  const post = (message: Message): Promise<void> => {
    port.postMessage(message);
    if ("weight" in message) outstanding += message.weight;
    if (outstanding < WINDOW) return Promise.resolve();
    return new Promise((resolve) => (resume = resolve));
  };

  const tools = toolsFor(job, post);
  let type: Promise<CheckOptions["type"]> | undefined;
  const work = async (order: Extract<Order, { kind: "task" }>): Promise<void> => {
    try {
      type ??= loadType(job);
      await type;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return port.postMessage({ kind: "refused", reason } satisfies Message);
    }
    // For other criteria the solver need not be loaded.
    const sat = job.criteria.some(asksForStoreOrder) ? await loadSatSolver() : undefined;
    const all = { ...tools, type: await type, sat };
    await runTask(order.input, order.from, { ...job, searchers: order.searchers }, all);
  };

  port.on("message", (order: Order) => {
    if (order.kind === "task") {
      outstanding = 0;
      void work(order);
      return;
    }
    outstanding -= order.weight;
    if (outstanding < WINDOW) resume?.();
  });
}

if (parentPort !== null) serve(parentPort, withMargin(workerData as Job));
