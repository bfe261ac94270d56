import { setMaxListeners } from "node:events";
import { BEGINNING, deliver, isBehind } from "./deliver.js";
import type { Searching } from "./cubes/conquer.js";
import type { Chunk } from "./input/chunk.js";
import { type Load, watchMemory } from "./watch-memory.js";
import type { KeptBatches } from "./journal/journal.js";
import type { Batch, ChunkPlace, UnderWay } from "./messages.js";
import type { Thread } from "./thread.js";
import { packBatch, unpackBatch } from "./wire.js";
import type { Assignment } from "./work.js";

/** A chunk on its way: batches come from a thread, and are taken in order. */
export interface Shipment<Answer> {
  readonly chunk: Chunk;
  /** Where work on it goes on. */
  from: ChunkPlace;
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
  /** How many chunks may be ahead of the one that is being told, for each thread. */
  readonly ahead?: number | undefined;
  /** Where batches are kept before they are told, and those of an earlier run are found. */
  readonly journal?: KeptBatches | undefined;
  /** A thread that works on the assignment. */
  startThread(): Thread<Answer>;
  /** Hears of each batch as it comes. */
  onBatch(shipment: Shipment<Answer>, batch: Batch<Answer>): void;
  /** Hears how far those have come who search a hard history together. */
  onSearching?(searching: Searching): void;
}

/** How many chunks threads may be ahead, where nothing is said. */
const AHEAD = 4;

/** Why nothing is waited for any more; without a reason an exception would be made, which takes time. */
const OVER = "over";

/** How long one thread is given to get everything done before another joins it, in milliseconds. */
const JOIN_AFTER = 80;

/**
 * Has threads work through chunks, one after another. A thread that is lost is replaced by another, which does
 * not try again what ended it.
 */
export function startCrew<Answer>(chunks: Iterator<Chunk>, options: CrewOptions<Answer>): Crew<Answer> {
  const { assignment, workers, signal, journal, ahead = AHEAD } = options;
  const { job } = assignment;
  const shipments: Shipment<Answer>[] = [];
  /** The threads that are at a chunk. */
  const threads = new Set<Thread<Answer>>();
  const loads = (): Iterable<Load> => [...threads].map(({ load }) => load);
  const stopWatching = job.memory === undefined ? undefined : watchMemory(job.memory, loads);
  const over = new AbortController();
  setMaxListeners(workers, over.signal);
  let failure: Error | undefined;
  const givenUp = (): boolean => over.signal.aborted || signal?.aborted === true || failure !== undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  const wakers: (() => void)[] = [];
  const wake = (): void => {
    for (const waker of wakers.splice(0)) waker();
  };
  const news = (): Promise<void> => new Promise((resolve) => wakers.push(resolve));

  let upcoming = chunks.next();
  let begun = 0;
  const beginNext = (): Shipment<Answer> | undefined => {
    if (upcoming.done === true) return undefined;
    const chunk = upcoming.value;
    const recorded = (journal?.recorded(chunk.number) ?? []).map(
      (batch) => unpackBatch(assignment, batch) as Batch<Answer>,
    );
    const from = recorded.at(-1)?.next ?? BEGINNING;
    const shipment: Shipment<Answer> = {
      chunk,
      from,
      batches: recorded.map((batch) => ({ batch, taken() {} })),
      bytes: 0,
      underWay: undefined,
      done: isBehind(chunk, from),
    };
    for (const batch of recorded) {
      options.onBatch(shipment, batch);
      shipment.bytes = batch.bytes;
    }
    upcoming = chunks.next();
    begun++;
    shipments.push(shipment);
    return shipment;
  };
  /** Threads without a chunk of their own may help with a hard history of the only one. */
  const searchers = (): number => (begun === 1 && upcoming.done === true ? (job.searchers ?? 1) : 1);

  /** Works through one chunk. Returns the last thread, if it still lives. */
  const work = async (
    shipment: Shipment<Answer>,
    thread: Thread<Answer> | undefined,
  ): Promise<Thread<Answer> | undefined> => {
    const { chunk, from } = shipment;
    /** Batches are told once they are on disk, and in their order. */
    let kept: Promise<void> | undefined;
    const delivered = await deliver<Answer>({
      chunk,
      from,
      job,
      thread,
      searchers,
      startThread: options.startThread,
      onThread: (one, isAtWork) => void (isAtWork ? threads.add(one) : threads.delete(one)),
      onBatch(batch, taken) {
        const tell = (): void => {
          options.onBatch(shipment, batch);
          shipment.bytes = batch.bytes;
          shipment.underWay = batch.underWay;
          shipment.batches.push({ batch, taken });
          wake();
        };
        if (journal === undefined) return tell();
        const place = shipment.from;
        shipment.from = batch.next;
        const { underWay: _, ...found } = batch;
        const keep = async (): Promise<void> =>
          journal.write(chunk.number, place, packBatch(assignment, found));
        kept = Promise.all([kept, keep()]).then(tell, fail);
      },
      ...(options.onSearching !== undefined && { onSearching: options.onSearching }),
      isGivenUp: givenUp,
    });
    await kept;
    shipment.done = delivered.done;
    if (delivered.failure !== undefined) fail(delivered.failure);
    return delivered.thread;
  };

  /** Takes one chunk after another, with one thread at a time. */
  const member = async (position: number): Promise<void> => {
    const isLarge = upcoming.done !== true && upcoming.value.pieces[0].range !== undefined;
    if (position > 0 && !isLarge) await pause(JOIN_AFTER, over.signal);
    let thread: Thread<Answer> | undefined;
    while (!givenUp()) {
      if (shipments.length >= ahead * workers) {
        await news();
        continue;
      }
      const shipment = beginNext();
      if (shipment === undefined) break;
      if (!shipment.done) thread = await work(shipment, thread);
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
      over.abort(OVER);
      stopWatching?.();
      stop();
      await members;
      chunks.return?.();
    },
  };
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
