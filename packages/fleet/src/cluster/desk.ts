import { setTimeout } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { connectTo } from "./connect.js";
import { KEPT, keysOf } from "./keys.js";
import { loadQueue } from "./load-queue.js";
import { watchConnection } from "./watch-connection.js";

/** Where a desk is opened. */
export interface DeskOptions {
  readonly address: string;
  readonly prefix: string;
  /** The queue that jobs are put into: one for each kind of job. */
  readonly queue: string;
  /** Hears how many workers there are, now and then. */
  readonly onWorkers?: ((count: number) => void) | undefined;
  /** Hears that a job is tried again: its worker was lost, or could not do it. */
  readonly onRetry?: (() => void) | undefined;
  /** Hears that Redis is away, and that it is back. */
  readonly onAway?: ((isAway: boolean) => void) | undefined;
}

/** A job as it is put into the queue. */
export interface Job {
  readonly data: object;
  /** Bytes that go with it. */
  readonly sent?: Buffer | undefined;
}

/** How a job ended: with what was found, with why no worker could do it, or taken back. */
export type Given =
  | { readonly kind: "found"; readonly bytes: Buffer }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "withdrawn" };

/** Where jobs are given to a cluster, and what was found is fetched. */
export interface Desk {
  /**
   * Has a job done under a name that follows from the batch: where something was found under it already, it is not
   * done again. What is found stays in Redis until it is forgotten.
   */
  give(id: string, job: Job): Promise<Given>;
  /** Takes back a job that is given and has not ended. */
  withdraw(id: string): void;
  /** Says that what was found is used up. */
  forget(id: string): void;
  close(): Promise<void>;
}

/** A job that is in Redis. */
interface Pending {
  readonly since: number;
  /** Puts the job into the queue, if it is not there. */
  add(): Promise<void>;
  end(given: Given): void;
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
 * Opens a desk. Nothing depends on this process: jobs and what was found have names that another one finds again.
 * What is lost with Redis is put into it again. Throws `QueueMissing` and `ClusterUnreachable`.
 */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { address, prefix, queue: name } = options;
  const packages = await loadQueue();
  const connect = await connectTo(address, prefix, packages);
  const [client, listening] = [connect(), connect()];
  if (options.onAway !== undefined) watchConnection(client, options.onAway);
  const queue = new packages.Queue(name, {
    connection: client,
    prefix,
    streams: { events: { maxLen: MOST_EVENTS } },
  });
  const events = new packages.QueueEvents(name, { connection: listening, prefix });
  // They connect again by themselves.
  queue.on("error", () => {});
  events.on("error", () => {});
  await events.waitUntilReady();
  const pending = new Map<string, Pending>();
  const surroundings: Surroundings = { client, queue, pending, keys: (id) => keysOf(prefix, name, id) };
  events.on("completed", ({ jobId }) => {
    fetchFound(jobId, surroundings).catch(() => {}); // it is looked for again
  });
  events.on("failed", ({ jobId, failedReason }) => refuse(jobId, failedReason, surroundings));
  const onRetry = ({ jobId }: { readonly jobId: string }): void => {
    if (pending.has(jobId)) options.onRetry?.();
  };
  events.on("stalled", onRetry);
  events.on("delayed", onRetry);
  /** While Redis is away, what is asked waits: it must not be asked again and again. */
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await lookAfter(surroundings);
    await queue.getWorkersCount().then(options.onWorkers, () => {});
    isLooking = false;
  };
  const timer = setInterval(() => {
    void look();
  }, LOOK_EVERY);
  return {
    give: (id, order) => give(id, order, surroundings),
    withdraw(id) {
      const job = pending.get(id);
      if (job === undefined) return;
      pending.delete(id);
      void queue.remove(id).catch(() => {}); // a worker may be at it
      job.end({ kind: "withdrawn" });
    },
    forget(id) {
      const { result, sent } = surroundings.keys(id);
      void client.del(result, sent).catch(() => {});
    },
    async close() {
      clearInterval(timer);
      await Promise.race([Promise.allSettled([events.close(), queue.close()]), setTimeout(LONGEST_FAREWELL)]);
      client.disconnect();
      listening.disconnect();
    },
  };
}

/** What jobs share. */
interface Surroundings {
  readonly client: Redis;
  readonly queue: Queue;
  readonly pending: Map<string, Pending>;
  keys(id: string): ReturnType<typeof keysOf>;
}

async function give(id: string, { data, sent }: Job, surroundings: Surroundings): Promise<Given> {
  const { client, queue, pending, keys } = surroundings;
  try {
    return await new Promise<Given>((resolve, reject) => {
      const add = async (): Promise<void> => {
        if (sent !== undefined) await client.set(keys(id).sent, sent, "EX", KEPT);
        await queue.add("job", data, {
          jobId: id,
          attempts: ATTEMPTS,
          backoff: { type: "exponential", delay: 500 },
          removeOnComplete: true,
          removeOnFail: { age: KEPT },
        });
      };
      pending.set(id, { since: performance.now(), add, end: resolve });
      const begin = async (): Promise<void> => {
        const [exists, isFound] = await Promise.all([
          client.exists(keys(id).job),
          fetchFound(id, surroundings),
        ]);
        if (isFound) return;
        // What was refused when it was asked before may have been mended since.
        if (exists === 1 && (await queue.getJobState(id)) === "failed") await queue.remove(id);
        await add();
      };
      begin().catch(reject);
    });
  } catch (error) {
    pending.delete(id);
    throw error;
  }
}

/** Takes what was found, if it is there. */
async function fetchFound(id: string, { client, pending, keys }: Surroundings): Promise<boolean> {
  const job = pending.get(id);
  if (job === undefined) return false;
  const bytes = await client.getBuffer(keys(id).result);
  // Another look may have taken it meanwhile.
  if (bytes === null || !pending.delete(id)) return false;
  job.end({ kind: "found", bytes });
  return true;
}

/** No worker could do the job. */
function refuse(id: string, reason: string, { queue, pending }: Surroundings): void {
  const job = pending.get(id);
  if (job === undefined) return;
  pending.delete(id);
  void queue.remove(id).catch(() => {});
  job.end({ kind: "refused", reason });
}

/** Events may be lost, and Redis may lose what it had: jobs of which nothing was heard are looked after. */
async function lookAfter(surroundings: Surroundings): Promise<void> {
  const { client, queue, pending, keys } = surroundings;
  const old = [...pending].filter(([, { since }]) => performance.now() - since > LOOK_EVERY);
  await Promise.all(
    old.map(async ([id, job]) => {
      const { job: key } = keys(id);
      const [exists, reason] = await Promise.all([client.exists(key), client.hget(key, "failedReason")]);
      if (await fetchFound(id, surroundings)) return;
      if (exists === 0) await job.add();
      else if (reason !== null && (await queue.getJobState(id)) === "failed")
        refuse(id, reason, surroundings);
    }),
  ).catch(() => {}); // it is looked again
}
