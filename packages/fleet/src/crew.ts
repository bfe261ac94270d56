import { blame, isDoomed } from "./blame.js";
import type { Chunk } from "./input/chunk.js";
import { type Load, watchMemory } from "./watch-memory.js";
import type { Batch, ChunkPlace, Doomed, UnderWay } from "./messages.js";
import type { Thread } from "./thread.js";
import type { Assignment } from "./work.js";

/** The job cannot be done at all, whatever the inputs: its type could not be loaded. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
}

/** A chunk on its way: batches come from a thread, and are taken in order. */
export interface Shipment<Answer> {
  readonly chunk: Chunk;
  /** Batches to be taken, and how to tell the thread that they were. */
  readonly batches: { readonly batch: Batch<Answer>; taken(): void }[];
  /** How many of its bytes have been read. */
  bytes: number;
  /** A search in it that has taken long already. */
  underWay: UnderWay<Answer> | undefined;
  /** Whether all of its batches have come. */
  done: boolean;
}

/** Threads that work through chunks. */
export interface Crew<Answer> {
  /** The chunks that have been begun, in order: take the first off once it is told. */
  readonly shipments: Shipment<Answer>[];
  /** Whether no more will come: all is done, or given up. */
  isOver(): boolean;
  /** What made the work fail, if anything. */
  failure(): Error | undefined;
  /** Resolves when there is something new. */
  news(): Promise<void>;
  /** Says that something has been taken: there is room for more. */
  goOn(): void;
  /** Ends all threads. */
  end(): Promise<void>;
}

/** Options of a crew. */
export interface CrewOptions<Answer> {
  readonly assignment: Assignment;
  /** The most threads. */
  readonly workers: number;
  /** Gives up. */
  readonly signal: AbortSignal | undefined;
  /** A thread that works on the assignment. */
  startThread(): Thread<Answer>;
  /** Hears of each batch as it comes. */
  onBatch(shipment: Shipment<Answer>, batch: Batch<Answer>): void;
}

/** How many chunks threads may be ahead of the one that is being told, for each thread. */
const AHEAD = 4;

/** How long one thread is given to get everything done before another joins it, in milliseconds. */
const JOIN_AFTER = 80;

/**
 * Has threads work through chunks, one after another. A thread that is lost is replaced by another, which does
 * not try again what ended it.
 */
export function startCrew<Answer>(chunks: Iterator<Chunk>, options: CrewOptions<Answer>): Crew<Answer> {
  const { assignment, workers, signal } = options;
  const { job } = assignment;
  const shipments: Shipment<Answer>[] = [];
  /** The threads that are at a chunk. */
  const threads = new Set<Thread<Answer>>();
  const loads = (): Iterable<Load> => [...threads].map(({ load }) => load);
  const stopWatching = job.memory === undefined ? undefined : watchMemory(job.memory, loads);
  const over = new AbortController();
  let failure: Error | undefined;
  const givenUp = (): boolean => over.signal.aborted || signal?.aborted === true || failure !== undefined;
  const wakers: (() => void)[] = [];
  const wake = (): void => {
    for (const waker of wakers.splice(0)) waker();
  };
  const news = (): Promise<void> => new Promise((resolve) => wakers.push(resolve));

  let upcoming = chunks.next();
  let begun = 0;
  const beginNext = (): Shipment<Answer> | undefined => {
    if (upcoming.done === true) return undefined;
    const shipment = { chunk: upcoming.value, batches: [], bytes: 0, underWay: undefined, done: false };
    upcoming = chunks.next();
    begun++;
    shipments.push(shipment);
    return shipment;
  };
  /** Threads without a chunk of their own may help with a hard history of the only one. */
  const searchers = (): number => (begun === 1 && upcoming.done === true ? (job.searchers ?? 1) : 1);

  /** Works through one chunk, with a new thread whenever one is lost. Returns the last, if it still lives. */
  const deliver = async (
    shipment: Shipment<Answer>,
    given: Thread<Answer> | undefined,
  ): Promise<Thread<Answer> | undefined> => {
    const { chunk } = shipment;
    const doomed: Doomed[] = [];
    let thread = given;
    let from: ChunkPlace = { piece: 0, item: 0, question: 0 };
    while (!givenUp()) {
      const current = thread ?? options.startThread();
      threads.add(current);
      const command = { kind: "chunk", chunk, from, doomed, searchers: searchers() } as const;
      const ended = await current.run(command, (batch) => {
        from = batch.next;
        options.onBatch(shipment, batch);
        shipment.bytes = batch.bytes;
        shipment.underWay = batch.underWay;
        shipment.batches.push({ batch, taken: () => current.credit(batch.weight) });
        wake();
      });
      threads.delete(current);
      if (ended.kind === "done") {
        shipment.done = true;
        return current;
      }
      await current.kill();
      thread = undefined;
      if (ended.kind === "refused") failure = new JobRefused(ended.reason);
      if (ended.kind !== "died" || givenUp()) continue;
      const doom = blame(ended, from, job);
      if (doom === undefined) continue;
      // What is lost even so is lost before it gets to any history.
      if (isDoomed(doom, doomed)) failure = lossOf(doom);
      doomed.push(doom);
    }
    return thread;
  };

  /** Takes one chunk after another, with one thread at a time. */
  const member = async (position: number): Promise<void> => {
    const isLarge = upcoming.done !== true && upcoming.value.pieces[0].range !== undefined;
    if (position > 0 && !isLarge) await pause(JOIN_AFTER, over.signal);
    let thread: Thread<Answer> | undefined;
    while (!givenUp()) {
      if (shipments.length >= AHEAD * workers) {
        await news();
        continue;
      }
      const shipment = beginNext();
      if (shipment === undefined) break;
      thread = await deliver(shipment, thread);
      wake();
    }
    await thread?.kill();
  };

  const stop = (): void => {
    wake();
    for (const thread of threads) void thread.kill();
  };
  signal?.addEventListener("abort", stop);
  const members = Promise.all(Array.from({ length: workers }, (_, position) => member(position)));
  return {
    shipments,
    isOver: () => givenUp() || (upcoming.done === true && shipments.length === 0),
    failure: () => failure,
    news,
    goOn: wake,
    async end() {
      signal?.removeEventListener("abort", stop);
      over.abort();
      stopWatching?.();
      stop();
      await members;
      chunks.return?.();
    },
  };
}

/** What to make of a thread that is lost even though it was told what to leave out. */
function lossOf({ reason, message }: Doomed): Error {
  return reason === "crash" ? new Error(message) : new JobRefused(message);
}

/** Waits, but no longer than until the signal. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}
