import { createFleet, type Fleet, type FleetOptions } from "./fleet.js";
import { heapLimits } from "./heap-limits.js";
import { startThread, type Thread, type WorkerThread } from "./thread.js";
import type { Load } from "./watch-memory.js";
import type { Assignment, Work } from "./work.js";

/** Threads that stay: each takes one piece of work after another, of any kind. */
export interface Pool {
  /** Waits for a thread, in the order of asking. Rejects with the signal's reason where that comes first. */
  lease(signal?: AbortSignal): Promise<Lease>;
  readonly size: number;
  /** How many threads are at work, and how many leases are waited for. */
  readonly busy: number;
  readonly waiting: number;
  /** Ends all threads. */
  close(): Promise<void>;
}

/** A thread of a pool, until it is given back. */
export interface Lease {
  /** Readies the work on this thread, or on another in its place where it was lost. */
  fleet<Answer, Told>(
    work: Work<Answer, Told>,
    options: Pick<FleetOptions, "signal" | "onProgress">,
  ): Fleet<Told>;
  /** Gives the thread back, once all that was run on it is over. */
  release(): void;
}

/** A place for a thread: who takes it finds one that is ready or, after the last was ended, starts another. */
interface Place {
  // What a thread answers depends on what it is assigned.
  thread: WorkerThread<never> | undefined;
  load: Load | undefined;
}

/** What a thread is assigned until it is leased. */
const NOTHING: Assignment = { kind: "check", job: { criteria: [], witnesses: false } };

/** How a thread is started: in earnest, or in tests. */
type Start = typeof startThread;

/**
 * A pool of so many threads, which may take so many bytes together with the rest of the process. Each may fill an
 * equal share of them with its heap: one that takes more is ended, and the others go on.
 */
export function createPool(size: number, memory: number, start: Start = startThread): Pool {
  const taken = process.memoryUsage.rss();
  const limits = heapLimits(taken + Math.max(0, memory - taken) / size, taken);
  // The first who asks finds threads that have loaded all they need.
  const places: Place[] = Array.from({ length: size }, () => ({
    thread: start<never>(NOTHING, limits),
    load: undefined,
  }));
  const free = [...places];
  const queue: { give(place: Place): void }[] = [];

  const giveBack = (place: Place): void => {
    const next = queue.shift();
    if (next === undefined) free.push(place);
    else next.give(place);
  };

  /** Every work watches the memory of the whole process: when several find it full at once, one search is ended. */
  let relief: Promise<void> | undefined;
  const relieve = (): Promise<void> => {
    const loads = places.flatMap(({ load }) => load ?? []).sort((a, b) => a.since - b.since);
    relief ??= (loads[0]?.end() ?? Promise.resolve()).finally(() => (relief = undefined));
    return relief;
  };

  /** The thread of a place, with new work. What is told to end while it does nothing stays, for the next. */
  const threadAt = <Answer>(place: Place, assignment: Assignment): Thread<Answer> => {
    if (place.thread === undefined) place.thread = start<never>(assignment, limits);
    else place.thread.assign(assignment);
    const thread = place.thread as unknown as WorkerThread<Answer>;
    const drop = (): void => {
      if ((place.thread as unknown) === thread) place.thread = undefined;
    };
    let isRunning = false;
    return {
      async run(command, onBatch) {
        isRunning = true;
        place.load = thread.load;
        const ending = await thread.run(command, onBatch);
        place.load = undefined;
        isRunning = false;
        if (ending.kind === "died") drop();
        return ending;
      },
      credit: (weight) => thread.credit(weight),
      load: {
        get since() {
          return thread.load.since;
        },
        end: relieve,
      },
      async kill() {
        if (!isRunning) return;
        drop();
        await thread.kill();
      },
    };
  };

  const leaseOf = (place: Place): Lease => {
    let isHeld = true;
    return {
      fleet: (work, options) =>
        createFleet(work, { ...options, workers: 1 }, (assignment) => threadAt(place, assignment)),
      release() {
        if (isHeld) giveBack(place);
        isHeld = false;
      },
    };
  };

  return {
    lease(signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      const place = free.shift();
      if (place !== undefined) return Promise.resolve(leaseOf(place));
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(entry), 1);
          reject(signal?.reason as Error);
        };
        const entry = {
          give(given: Place) {
            signal?.removeEventListener("abort", leave);
            resolve(leaseOf(given));
          },
        };
        queue.push(entry);
        signal?.addEventListener("abort", leave, { once: true });
      });
    },
    size,
    get busy() {
      return size - free.length;
    },
    get waiting() {
      return queue.length;
    },
    async close() {
      await Promise.all(places.map(async ({ thread }) => thread?.kill()));
    },
  };
}
