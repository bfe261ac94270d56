import { Worker } from "node:worker_threads";
import type { Load } from "../memory-watch.js";
import { heapLimits, isHeapLimit } from "../thread.js";
import type { Chunk } from "../input/chunk.js";
import { type Beat, heartbeatIn, heartbeatMemory, wallClock } from "../heartbeat.js";
import type { ChunkPlace, Doomed, Item, SurveyJob, SurveyMessage, SurveyOrder } from "./job.js";
import type { SurveyWorkerData } from "./survey-worker.js";

/** How the work on a chunk ended. */
export type ChunkEnding =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The thread is gone. `beat` is what it was at; `late` or `full` if that took too much time or memory. */
  | {
      readonly kind: "died";
      readonly beat: Beat;
      readonly late: boolean;
      readonly full: boolean;
      readonly error: Error | undefined;
    };

/** A worker thread that does one chunk at a time. */
export interface SurveyThread {
  /** Works through a chunk. Never rejects. */
  run(
    chunk: Chunk,
    from: ChunkPlace,
    doomed: readonly Doomed[],
    onItems: (items: readonly Item[]) => void,
  ): Promise<ChunkEnding>;
  /** Tells the worker that a batch of items was used up. */
  credit(): void;
  /** What it has under way, to be ended if memory runs short. */
  readonly load: Load;
  kill(): Promise<void>;
}

/** How long after its deadline a search that does not answer is ended from outside, in milliseconds. */
const GRACE = 700;
/** How often threads are looked at, in milliseconds. */
const LOOK_EVERY = 100;

/** Starts a worker thread for a survey. */
export function startSurveyThread(job: SurveyJob): SurveyThread {
  const memory = heartbeatMemory();
  const heartbeat = heartbeatIn(memory);
  const worker = new Worker(new URL("./survey-worker.js", import.meta.url), {
    workerData: { job, heartbeat: memory } satisfies SurveyWorkerData,
    stdout: true,
    resourceLimits: heapLimits(job.memory),
  });
  // What a user's type prints must not get between our lines on standard output.
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  let error: Error | undefined;
  let lateFor: Beat | undefined;
  let ousted = false;
  let gone = false;
  let finish: ((ending: ChunkEnding) => void) | undefined;
  let listen: (items: readonly Item[]) => void = () => {};
  // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
  const send = (order: SurveyOrder): void => worker.postMessage(order);

  const { deadline } = job;
  const watchdog =
    deadline === undefined
      ? undefined
      : setInterval(() => {
          const beat = heartbeat.look();
          if (beat.phase !== "measuring" || wallClock() < beat.since + deadline + GRACE) return;
          lateFor = beat;
          clearInterval(watchdog);
          void worker.terminate();
        }, LOOK_EVERY);
  const died = (): ChunkEnding => {
    const beat = heartbeat.look();
    // It may have gone on to another history in the moment before it was ended.
    const late =
      beat.phase === "measuring" &&
      lateFor?.place.piece === beat.place.piece &&
      lateFor.place.item === beat.place.item;
    return { kind: "died", beat, late, full: ousted || isHeapLimit(error), error };
  };
  worker.on("error", (cause: Error) => (error = cause));
  worker.on("exit", () => {
    gone = true;
    clearInterval(watchdog);
    finish?.(died());
  });
  worker.on("message", (message: SurveyMessage) => {
    if (message.kind === "items") listen(message.items);
    else finish?.(message);
  });
  return {
    run(chunk, from, doomed, onItems) {
      if (gone) return Promise.resolve(died());
      listen = onItems;
      return new Promise((resolve) => {
        finish = resolve;
        send({ kind: "chunk", chunk, from, doomed });
      });
    },
    credit: () => send({ kind: "credit" }),
    load: {
      get since() {
        return heartbeat.look().since - performance.timeOrigin;
      },
      async end() {
        ousted = true;
        await worker.terminate();
      },
    },
    async kill() {
      clearInterval(watchdog);
      await worker.terminate();
    },
  };
}
