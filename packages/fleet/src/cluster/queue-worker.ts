import { setTimeout } from "node:timers/promises";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import type { QueuePackages } from "./load-queue.js";

/** How a queue is worked on. */
export interface QueueWorkerOptions {
  readonly prefix: string;
  readonly queue: string;
  /** How many jobs are worked on at a time. */
  readonly concurrency: number;
  /** A connection of its own, for it waits there. */
  readonly connection: Redis;
  readonly packages: QueuePackages;
  /** Hears what Redis refuses. */
  onTrouble(reason: string): void;
}

/** Takes the jobs of a queue. */
export interface QueueWorker {
  /** Takes no more jobs, and resolves when those under way are finished. */
  close(): Promise<void>;
}

/** How long a job stays a worker's without a word from it, and how often others look, in milliseconds. */
export const LOCK = 3000;
const LOOK_EVERY = 1000;

/** A job whose workers are lost is tried again without end: what loses them is found, and set apart. */
const WITHOUT_END = 1_000_000_000;

/** Has the jobs of a queue done, some at a time. */
export function startQueueWorker<Data>(
  work: (job: Job<Data>) => Promise<void>,
  { prefix, queue, concurrency, connection, packages, onTrouble }: QueueWorkerOptions,
): QueueWorker {
  const worker = new packages.Worker<Data, void>(queue, work, {
    connection,
    prefix,
    concurrency,
    lockDuration: LOCK,
    stalledInterval: LOOK_EVERY,
    maxStalledCount: WITHOUT_END,
    drainDelay: 1,
  });
  // It connects again, and a job whose lock is lost is another's; but what Redis refuses is waited for in vain.
  worker.on("error", (error) => {
    if (error.name === "ReplyError") onTrouble(error.message);
  });
  return { close: () => worker.close() };
}

/** Resolves when Redis has been away for so long, or all is over. */
export async function awayFor(milliseconds: number, client: Redis, over: AbortSignal): Promise<void> {
  let since = performance.now();
  while (!over.aborted && performance.now() - since < milliseconds) {
    if (client.status === "ready") since = performance.now();
    await setTimeout(100);
  }
}
