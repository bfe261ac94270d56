import { parentPort, workerData } from "node:worker_threads";
import { check, type CheckOptions, explainViolation } from "@sightline/core";
import { loadSatSolver } from "@sightline/sat";
import type { Job } from "./job.js";
import { createMemoryMeter } from "./memory.js";
import { type Message, type Order, WINDOW } from "./messages.js";
import { checkParallel } from "./parallel/check-parallel.js";
import { openInput } from "./source.js";
import { runTask, type Tools } from "./task.js";
import { loadType, readAs, withMargin } from "./worker-setup.js";

/** Only these models are ever decided by SAT: for others the solver need not be loaded. */
const mayNeedSat = (criterion: string): boolean => criterion === "sc" || criterion === "tso";

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

  const meter = job.memory === undefined ? undefined : createMemoryMeter(job.memory);
  const limit = job.memory === undefined || meter === undefined ? undefined : { memory: job.memory, meter };
  const read: Tools["read"] = (input, onBytes) => readAs(job, openInput(input, onBytes, limit), input.name);

  let type: Promise<CheckOptions["type"]> | undefined;
  const work = async (order: Extract<Order, { kind: "task" }>): Promise<void> => {
    try {
      type ??= loadType(job);
      await type;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return port.postMessage({ kind: "refused", reason } satisfies Message);
    }
    const now = (): number => performance.now();
    const engines = { check, explain: explainViolation, checkParallel };
    const sat = job.criteria.some(mayNeedSat) ? await loadSatSolver() : undefined;
    const tools: Tools = { ...engines, read, type: await type, sat, meter, post, now };
    await runTask(order.input, order.from, { ...job, searchers: order.searchers }, tools);
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
