import { setTimeout } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Ending, Thread } from "../thread.js";
import { unpackBatch } from "../wire.js";
import type { Assignment } from "../work.js";
import { BEGINNING } from "../deliver.js";
import type { Batch, ChunkCommand } from "../messages.js";
import { jobOf } from "./chunk-job.js";
import { connectTo } from "./connect.js";
import { KEPT, keysOf, QUEUE } from "./keys.js";
import { loadQueue } from "./load-queue.js";
import { unpackFound } from "./pack.js";

/** How a batch is given to a cluster. */
export interface CoordinatorOptions {
  readonly address: string;
  readonly prefix: string;
  /** The name of the batch: jobs and results are found again by it. */
  readonly batch: string;
  readonly version: string;
  /** Whether files are sent along, for workers that cannot read them. */
  readonly sends: boolean;
  /** Hears how many workers there are, now and then. */
  onWorkers?(count: number): void;
}

/** The workers of a cluster, as this process sees them. */
export interface Coordinator {
  /** A place in the queue: works through one chunk at a time, as a thread does. */
  start<Answer>(assignment: Assignment): Thread<Answer>;
  close(): Promise<void>;
}

/** A job that is in Redis. */
interface Pending {
  readonly since: number;
  /** Puts the job into the queue, if it is not there. */
  add(): Promise<void>;
  found(bytes: Buffer): void;
  end(ending: Ending): void;
}

/** How often jobs are looked after of which nothing was heard, in milliseconds. */
const LOOK_EVERY = 2000;

/** The longest stream of events that is kept: they say only which job has ended. */
const MOST_EVENTS = 1000;

/** How long Redis is waited for in the end, in milliseconds. */
const LONGEST_FAREWELL = 2000;

/** How often a job is tried where a worker says that it cannot do it. */
const ATTEMPTS = 5;

/**
 * Joins a cluster as the coordinator of a batch. Nothing depends on this process: jobs and what was found have names
 * that follow from the batch, so that another one finds them again. What is lost with Redis is put into it again.
 * Throws `QueueMissing` and `ClusterUnreachable`.
 */
export async function joinCluster(options: CoordinatorOptions): Promise<Coordinator> {
  const { address, prefix } = options;
  const packages = await loadQueue();
  const connect = await connectTo(address, packages);
  const [client, listening] = [connect(), connect()];
  const queue = new packages.Queue(QUEUE, {
    connection: client,
    prefix,
    streams: { events: { maxLen: MOST_EVENTS } },
  });
  const events = new packages.QueueEvents(QUEUE, { connection: listening, prefix });
  // They connect again by themselves.
  queue.on("error", () => {});
  events.on("error", () => {});
  await events.waitUntilReady();
  const pending = new Map<string, Pending>();
  events.on("completed", ({ jobId }) => {
    fetchFound(client, prefix, jobId, pending).catch(() => {}); // it is looked for again
  });
  events.on("failed", ({ jobId, failedReason }) => refuse(queue, jobId, failedReason, pending));
  /** While Redis is away, what is asked waits: it must not be asked again and again. */
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await lookAfter(client, queue, prefix, pending);
    await queue.getWorkersCount().then(options.onWorkers, () => {});
    isLooking = false;
  };
  const timer = setInterval(() => {
    void look();
  }, LOOK_EVERY);
  return {
    start: (assignment) => remoteThread(assignment, { ...options, client, queue, pending }),
    async close() {
      clearInterval(timer);
      await Promise.race([Promise.allSettled([events.close(), queue.close()]), setTimeout(LONGEST_FAREWELL)]);
      client.disconnect();
      listening.disconnect();
    },
  };
}

/** Takes what was found, if it is there. */
async function fetchFound(
  client: Redis,
  prefix: string,
  id: string,
  pending: Map<string, Pending>,
): Promise<boolean> {
  const job = pending.get(id);
  if (job === undefined) return false;
  const bytes = await client.getBuffer(keysOf(prefix, id).result);
  // Another look may have taken it meanwhile.
  if (bytes === null || !pending.delete(id)) return false;
  job.found(bytes);
  return true;
}

/** No worker could do the job. */
function refuse(queue: Queue, id: string, reason: string, pending: Map<string, Pending>): void {
  const job = pending.get(id);
  if (job === undefined) return;
  pending.delete(id);
  void queue.remove(id).catch(() => {});
  job.end({ kind: "refused", reason });
}

/** Events may be lost, and Redis may lose what it had: jobs of which nothing was heard are looked after. */
async function lookAfter(
  client: Redis,
  queue: Queue,
  prefix: string,
  pending: Map<string, Pending>,
): Promise<void> {
  const old = [...pending].filter(([, { since }]) => performance.now() - since > LOOK_EVERY);
  await Promise.all(
    old.map(async ([id, job]) => {
      const { job: key } = keysOf(prefix, id);
      const [exists, reason] = await Promise.all([client.exists(key), client.hget(key, "failedReason")]);
      if (await fetchFound(client, prefix, id, pending)) return;
      if (exists === 0) await job.add();
      else if (reason !== null && (await queue.getJobState(id)) === "failed")
        refuse(queue, id, reason, pending);
    }),
  ).catch(() => {}); // it is looked again
}

/** What places in the queue share. */
interface Surroundings extends CoordinatorOptions {
  readonly client: Redis;
  readonly queue: Queue;
  readonly pending: Map<string, Pending>;
}

function remoteThread<Answer>(assignment: Assignment, surroundings: Surroundings): Thread<Answer> {
  const { client, queue, pending, prefix, batch, version, sends } = surroundings;
  let current: string | undefined;
  /** What was found and is not yet used up, in order: each run gives one batch. */
  const given: string[] = [];
  return {
    async run(command: ChunkCommand, onBatch: (found: Batch<Answer>) => void): Promise<Ending> {
      const { chunk, from } = command;
      const place = from === BEGINNING ? "" : `-${from.piece}.${from.item}.${from.question}`;
      const id = `${batch}-${chunk.number}${place}`;
      current = id;
      try {
        const { data, sent } = jobOf(assignment, chunk, from, version, sends);
        return await new Promise<Ending>((resolve, reject) => {
          const add = async (): Promise<void> => {
            if (sent !== undefined) await client.set(keysOf(prefix, id).sent, sent, "EX", KEPT);
            await queue.add("chunk", data, {
              jobId: id,
              attempts: ATTEMPTS,
              backoff: { type: "exponential", delay: 500 },
              removeOnComplete: true,
              removeOnFail: { age: KEPT },
            });
          };
          const found = (bytes: Buffer): void => {
            try {
              const batch = unpackBatch(assignment, unpackFound(bytes)) as Batch<Answer>;
              given.push(id);
              onBatch(batch);
              resolve({ kind: "done" });
            } catch (error) {
              reject(error);
            }
          };
          pending.set(id, { since: performance.now(), add, found, end: resolve });
          const begin = async (): Promise<void> => {
            if (!(await fetchFound(client, prefix, id, pending))) await add();
          };
          begin().catch(reject);
        });
      } catch (error) {
        pending.delete(id);
        return { kind: "refused", reason: (error as Error).message };
      }
    },
    credit() {
      const used = given.shift();
      if (used === undefined) return;
      const { result, sent } = keysOf(prefix, used);
      void client.del(result, sent).catch(() => {});
    },
    load: { since: 0, async end() {} },
    async kill() {
      const job = current === undefined ? undefined : pending.get(current);
      if (current === undefined || job === undefined) return;
      pending.delete(current);
      void queue.remove(current).catch(() => {}); // a worker may be at it
      const beat = { phase: "idle", place: BEGINNING, since: 0, allowed: Infinity } as const;
      job.end({ kind: "died", beat, cause: "told", error: undefined });
    },
  };
}
