import { answerTo } from "./cubes/conquer-answer.js";
import type { Searching } from "./cubes/conquer.js";
import type { ConquerParts } from "./cubes/conquer-here.js";
import type { FleetWorkerData } from "./fleet-worker.js";
import { type HeapLimits, heapLimits, isHeapLimit } from "./heap-limits.js";
import { type Beat, beatIn, heartbeatMemory, wallClock } from "./heartbeat.js";
import type { Load } from "./watch-memory.js";
import type { ConquerRequest } from "./cubes/conquer-parts.js";
import {
  type Batch,
  type Beginning,
  type ChunkCommand,
  type Command,
  type Message,
  WINDOW,
} from "./messages.js";
import { startQuietWorker } from "./quiet-worker.js";
import { unpackBatch } from "./wire.js";
import type { Assignment } from "./work.js";

/** How the work on a chunk ended. */
export type Ending =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The main thread leaves a history that proves long, and all after it, to a worker. */
  | { readonly kind: "long" }
  | Death;

/** The thread is gone. */
export interface Death {
  readonly kind: "died";
  /** What it was at. */
  readonly beat: Beat;
  /** Why: that took too long, or too much memory; it was told to go for another reason; or it ended by itself. */
  readonly cause: "late" | "full" | "told" | "itself";
  readonly error: Error | undefined;
}

/** A thread that works through one chunk at a time. */
export interface Thread<Answer> {
  /** Works through a chunk; where the command says so, begins nothing before `onBeginning` is done with it. Never rejects. */
  run(
    command: ChunkCommand,
    onBatch: (batch: Batch<Answer>) => void,
    onBeginning?: (beginning: Beginning) => Promise<void>,
    onSearching?: (searching: Searching) => void,
  ): Promise<Ending>;
  /** Tells the thread that batches of this weight were used up. */
  credit(weight: number): void;
  /** What it has under way, to be ended if memory runs short. */
  readonly load: Load;
  /** Ends the thread in the middle of whatever it does; resolves once its memory is given back. */
  kill(): Promise<void>;
}

/** A worker thread, which can be given other work once it has done with a chunk. */
export interface WorkerThread<Answer> extends Thread<Answer> {
  assign(assignment: Assignment): void;
}

/** How long after its deadline a search that does not answer is ended from outside, in milliseconds. */
const GRACE = 700;
/** How often threads are looked at, in milliseconds. */
const LOOK_EVERY = 100;

/**
 * Starts a worker thread.
 *
 * @param limits what its heap may take
 * @param conquer searches what proves hard, with more than threads of this process. Default: the thread sees to that
 */
export function startThread<Answer>(
  first: Assignment,
  limits: HeapLimits = heapLimits(first.job.memory),
  conquer?: ConquerParts,
): WorkerThread<Answer> {
  let assignment = first;
  /** What the thread knows of. */
  let assigned = first;
  /** What was used up and is not yet told: a thread waits only once it has posted far more. */
  let owed = 0;
  const heartbeat = heartbeatMemory();
  const workerData = { assignment: first, heartbeat } satisfies FleetWorkerData;
  const worker = startQuietWorker(new URL("./fleet-worker.js", import.meta.url), workerData, limits);
  let error: Error | undefined;
  let lateFor: Beat | undefined;
  let cause: Death["cause"] = "itself";
  let gone = false;
  let finish: ((ending: Ending) => void) | undefined;
  let listen: (batch: Batch<Answer>) => void = () => {};
  let begin: (beginning: Beginning) => Promise<void> = async () => {};
  let tell: (searching: Searching) => void = () => {};
  /** What others search for this thread, and how to end that. */
  let conquest: Promise<void> | undefined;
  const over = new AbortController();
  // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
  const send = (command: Command): void => worker.postMessage(command);
  const end = async (why: Death["cause"]): Promise<void> => {
    if (!gone && cause === "itself") cause = why;
    clearInterval(watchdog);
    over.abort();
    await Promise.all([worker.terminate(), conquest]);
  };
  const haveConquered = async (request: ConquerRequest, search: ConquerParts): Promise<void> => {
    const means = { signal: over.signal, onProgress: tell };
    const answer = await answerTo(request, (asked) => search(asked, means));
    if (!gone) send({ kind: "conquered", answer });
  };
  let watchdog: NodeJS.Timeout | undefined;
  const watch = (): void => {
    if (assignment.job.deadline === undefined || gone) return;
    watchdog ??= setInterval(() => {
      const beat = beatIn(heartbeat);
      if (beat.phase !== "deciding" || wallClock() < beat.since + beat.allowed + GRACE) return;
      lateFor = beat;
      void end("late");
    }, LOOK_EVERY);
  };
  watch();
  const died = (): Death => {
    const beat = beatIn(heartbeat);
    if (isHeapLimit(error)) cause = "full";
    // It may have gone on to something else in the moment before it was ended.
    const isLate = cause === "late" && lateFor !== undefined && isSame(lateFor, beat);
    return { kind: "died", beat, cause: cause === "late" && !isLate ? "told" : cause, error };
  };
  worker.on("error", (thrown: Error) => (error = thrown));
  worker.on("exit", () => {
    gone = true;
    clearInterval(watchdog);
    over.abort();
    finish?.(died());
  });
  worker.on("message", (message: Message) => {
    if (message.kind === "batch") listen(unpackBatch(assignment, message) as Batch<Answer>);
    else if (message.kind === "begins") void begin(message.beginning).then(() => send({ kind: "go" }));
    else if (message.kind === "searching") tell(message.searching);
    else if (message.kind !== "conquer") finish?.(message);
    else if (conquer !== undefined) conquest = haveConquered(message.request, conquer);
  });
  return {
    run(command, onBatch, onBeginning = async () => {}, onSearching = () => {}) {
      if (gone) return Promise.resolve(died());
      listen = onBatch;
      begin = onBeginning;
      tell = onSearching;
      owed = 0;
      const news = assigned === assignment ? {} : { assignment };
      assigned = assignment;
      return new Promise((resolve) => {
        finish = resolve;
        send({ ...command, ...news, ...(conquer !== undefined && { across: true }) });
      });
    },
    assign(next) {
      assignment = next;
      watch();
    },
    credit(weight) {
      owed += weight;
      if (owed < WINDOW / 4) return;
      send({ kind: "credit", weight: owed });
      owed = 0;
    },
    load: {
      get since() {
        return beatIn(heartbeat).since - performance.timeOrigin;
      },
      end: () => end("full"),
    },
    kill: () => end("told"),
  };
}

/** Whether a thread was at the same all the time between. */
const isSame = (a: Beat, b: Beat): boolean => a.phase === b.phase && a.since === b.since;
