import { hostname } from "node:os";
import type { Job as QueueJob } from "bullmq";
import type { Redis } from "ioredis";
import { deliver } from "../deliver.js";
import type { Chunk } from "../input/chunk.js";
import type { Batch, Beginning, Doomed, Item } from "../messages.js";
import type { Thread } from "../thread.js";
import { type Load, watchMemory } from "../watch-memory.js";
import { packBatch } from "../wire.js";
import type { Assignment } from "../work.js";
import { type ChunkJob, chunkOf, moduleOf } from "./chunk-job.js";
import { connectTo } from "./connect.js";
import { SEAT } from "./cube-messages.js";
import { KEPT, keysOf, QUEUE } from "./keys.js";
import { loadQueue, type QueuePackages } from "./load-queue.js";
import { lostHistories } from "./lost-histories.js";
import { packFound } from "./pack.js";
import { awayFor, LOCK, startQueueWorker } from "./queue-worker.js";
import { createSeatWork } from "./seat-work.js";
import { type TaskQueue, taskQueues } from "./task-job.js";
import { createThreadPool, type ThreadPool } from "./thread-pool.js";
import { watchConnection } from "./watch-connection.js";
import { type WorkLog, workLog } from "./work-log.js";
import { createTaskWork, type RunTask } from "./task-work.js";

/** How a worker works. */
export interface WorkerOptions {
  readonly address: string;
  readonly prefix: string;
  readonly version: string;
  /** How many chunks are worked on at a time, each in a thread. */
  readonly threads: number;
  /** The most bytes that the process may take. */
  readonly memory: number;
  /** Modules of types that may be loaded; no other code is. */
  readonly types: readonly string[];
  /** URL of the module that loads them. */
  readonly typeLoader: string;
  /** A file to which a line is added for each chunk that is begun, and one that is done. */
  readonly log?: string | undefined;
  /** How the tasks of each queue are done, and how many at a time; those of others are left to other workers. */
  readonly tasks?: Readonly<Partial<Record<TaskQueue, TaskOffer>>>;
  onDone?(chunks: number): void;
  /** Hears that Redis is away, and that it is back. */
  onAway?(isAway: boolean): void;
  /** Hears what Redis refuses, once each. */
  onTrouble?(reason: string): void;
}

/** How the tasks of a queue are done. */
export interface TaskOffer {
  readonly concurrency: number;
  readonly run: RunTask;
}

/** A worker of a cluster. */
export interface ClusterWorker {
  /**
   * Takes no more chunks, and finishes those under way. Without Redis nothing can be finished, and after a while the
   * chunks are another's: then false, and the queue's own connections go on looking for Redis.
   */
  close(): Promise<boolean>;
}

/** Joins a cluster as a worker. Throws `QueueMissing` and `ClusterUnreachable`. */
export async function workFor(options: WorkerOptions): Promise<ClusterWorker> {
  const { address, prefix, threads, memory, version, tasks = {} } = options;
  const packages = await loadQueue();
  const connect = await connectTo(address, prefix, packages);
  const client = connect();
  watchConnection(client, (isAway) => options.onAway?.(isAway));
  const pool = createThreadPool(threads);
  const busy = new Set<Thread<unknown>>();
  const seated = new Set<Load>();
  const leaving = new AbortController();
  const loads = (): Iterable<Load> => [...[...busy].map(({ load }) => load), ...seated];
  const stopWatching = watchMemory(memory, loads);
  const log = workLog(options.log);
  let done = 0;
  const onDone = (): void => options.onDone?.(++done);
  const connections: Redis[] = [];
  const troubles = new Set<string>();
  const onTrouble = (reason: string): void => {
    if (!troubles.has(reason)) options.onTrouble?.(reason);
    troubles.add(reason);
  };
  const serve = <Data>(queue: string, concurrency: number, work: (job: QueueJob<Data>) => Promise<void>) => {
    const connection = connect();
    connections.push(connection);
    return startQueueWorker(work, { connection, prefix, queue, concurrency, packages, onTrouble });
  };
  const surroundings = { ...options, client, pool, busy, packages, note: log, onDone };
  const chunks = createChunkWork(surroundings);
  const seats = createSeatWork({
    ...options,
    note: log,
    client,
    connect,
    loads: seated,
    leaving: leaving.signal,
    assignmentOf: (asked) => assignmentOf(asked, surroundings),
  });
  const work = (job: QueueJob): Promise<void> => (job.name === SEAT ? seats(job) : chunks(job));
  const workers = [serve(QUEUE, threads, work)];
  for (const queue of taskQueues) {
    const offer = tasks[queue];
    if (offer === undefined) continue;
    const { concurrency, run } = offer;
    const around = { client, prefix, queue, version, packages, log, run, onDone };
    workers.push(serve(queue, concurrency, createTaskWork(around)));
  }
  return {
    async close() {
      leaving.abort();
      const over = new AbortController();
      const isFinished = await Promise.race([
        Promise.all(workers.map((worker) => worker.close())).then(() => true),
        awayFor(LOCK, client, over.signal).then(() => false),
      ]);
      over.abort();
      stopWatching();
      await pool.close();
      for (const connection of connections) connection.disconnect();
      client.disconnect();
      return isFinished;
    },
  };
}

/** What the work on a chunk is done with. */
interface Surroundings extends Omit<WorkerOptions, "onDone" | "onAway" | "onTrouble"> {
  readonly client: Redis;
  readonly pool: ThreadPool;
  readonly busy: Set<Thread<unknown>>;
  readonly packages: QueuePackages;
  readonly note: WorkLog;
  onDone(): void;
}

/** Works through a chunk in a thread, and leaves what it finds in Redis under the chunk's name. */
function createChunkWork(surroundings: Surroundings): (job: QueueJob<ChunkJob>) => Promise<void> {
  const { client, pool, busy, prefix } = surroundings;
  const note = (event: string, { id, data, attemptsStarted }: QueueJob<ChunkJob>): void =>
    surroundings.note({ event, job: id, chunk: data.number, start: attemptsStarted });
  return async (job) => {
    const { id = "", data, attemptsStarted } = job;
    const keys = keysOf(prefix, QUEUE, id);
    if ((await client.exists(keys.result)) === 1) return note("found", job);
    note("begin", job);
    const assignment = assignmentOf(data, surroundings);
    const chunk = chunkOf(data, await client.getBuffer(keys.sent));
    const isSecond = attemptsStarted > 1;
    const lost = isSecond ? await lostHistories(client, keys.begun, faultIn(assignment, chunk)) : undefined;
    const items: Item<unknown>[] = [];
    let last: Batch<unknown> | undefined;
    const delivered = await deliver<unknown>({
      chunk,
      from: data.from,
      job: assignment.job,
      thread: undefined,
      searchers: () => 1,
      startThread: () => pool.take(assignment),
      onThread: (thread, isAtWork) => void (isAtWork ? busy.add(thread) : busy.delete(thread)),
      onBatch(batch, taken) {
        items.push(...batch.items);
        last = batch;
        taken();
      },
      ...(lost !== undefined && { doomed: lost.doomed, onBeginning: lost.begin }),
      isGivenUp: () => false,
    });
    await delivered.thread?.kill();
    if (delivered.failure !== undefined) throw delivered.failure;
    const batch = {
      kind: "batch",
      items,
      next: last?.next ?? data.from,
      bytes: chunk.bytes,
      weight: items.length,
    } as const;
    await client.set(keys.result, packFound(packBatch(assignment, batch)), "EX", KEPT);
    if (isSecond) await client.del(keys.begun);
    note("done", job);
    surroundings.onDone();
  };
}

/** What to say of a history at which one worker after another was lost. */
const faultIn =
  ({ job }: Assignment, { pieces }: Chunk) =>
  ({ place: { piece, item }, unreadable }: Beginning): Pick<Doomed, "reason" | "message"> => {
    const { range } = pieces[piece];
    const start = range === undefined ? "" : `, counted from line ${range.line}`;
    const isModule = job.typeLoader !== undefined;
    const who = isModule ? job.type : "it";
    // What can be read is told by its name and line.
    const which = unreadable ? `history ${item + 1}${start}` : "it";
    const met = isModule || unreadable ? `${who} came to ${which}` : "it was begun";
    const message = `whenever ${met}, three times, the worker was lost`;
    return { reason: isModule ? "type" : "crash", message };
  };

/** What a job asks of a worker, wherever the histories come from. */
export type AskedOf = Pick<ChunkJob, "version" | "kind" | "options" | "module">;

/** What a job asks for, within what this worker allows. A job that asks for more is refused for good. */
function assignmentOf(
  { version: asked, kind, options, module }: AskedOf,
  { version, types, typeLoader, memory, packages }: Surroundings,
): Assignment {
  const refuse = (reason: string): never => {
    throw new packages.UnrecoverableError(`the worker on ${hostname()} refuses the job: ${reason}`);
  };
  if (asked !== version) refuse(`it is of version ${asked}, and the worker of ${version}`);
  if (kind !== "check" && kind !== "measure") refuse(`it asks for ${String(kind)}`);
  const { typeLoader: _, memory: __, ...plain } = options as Record<string, unknown>;
  const job = { ...plain, memory, searchers: 1 };
  if (module === undefined) {
    const { type } = plain;
    if (type !== undefined && !(typeof type === "string" && /^[a-z-]+$/.test(type)))
      refuse(`${JSON.stringify(type)} is no built-in type`);
    return { kind, job } as unknown as Assignment;
  }
  const path = types.find((type) => moduleOf(type).name === module.name);
  if (path === undefined)
    return refuse(`it needs the type ${module.name}; allow it there: sightline worker --allow-type FILE`);
  if (moduleOf(path).sha256 !== module.sha256)
    refuse(`its ${module.name} is another than the worker's: give both the same file`);
  return { kind, job: { ...job, type: path, typeLoader } } as unknown as Assignment;
}
