import { parentPort, workerData } from "node:worker_threads";
import { check, type CheckOptions } from "@sightline/core";
import { readHistories } from "@sightline/formats";
import type { Job } from "./job.js";
import { createMemoryMeter } from "./memory.js";
import { type Message, type Order, WINDOW } from "./messages.js";
import { openInput } from "./source.js";
import { runTask, type Tools } from "./task.js";

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
  const read: Tools["read"] = (input, onBytes) =>
    readHistories(openInput(input, onBytes, limit), {
      file: input.name,
      ...(job.format !== undefined && { format: job.format }),
      ...(job.independent !== undefined && { independent: job.independent }),
      ...(job.type !== undefined && job.typeLoader === undefined && { type: job.type }),
      ...(job.initial !== undefined && { initial: job.initial }),
    });

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
    await runTask(order.input, order.from, job, { read, check, type: await type, meter, post, now });
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

/** The type that the job names instead of the histories' own. */
async function loadType(job: Job): Promise<CheckOptions["type"]> {
  if (job.type === undefined || job.typeLoader === undefined) return job.type;
  const loader = (await import(job.typeLoader)) as {
    loadType(spec: string): Promise<Exclude<CheckOptions["type"], string | undefined>>;
  };
  return loader.loadType(job.type);
}

/** The share of the memory limit that searches may fill: the rest is for what grows between two looks. */
const SHARE = 0.97;

function withMargin(job: Job): Job {
  return job.memory === undefined ? job : { ...job, memory: SHARE * job.memory };
}

if (parentPort !== null) serve(parentPort, withMargin(workerData as Job));
