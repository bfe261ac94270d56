import { startCrew } from "./crew.js";
import type { Searching } from "./cubes/conquer.js";
import { isBehind } from "./deliver.js";
import { startHere } from "./start-here.js";
import { chunksOf, type Cut } from "./input/chunk.js";
import type { Input } from "./job.js";
import type { KeptBatches } from "./journal/journal.js";
import type { CommonEvent } from "./report.js";
import { createTeller } from "./teller.js";
import { startThread, type Thread } from "./thread.js";
import type { Assignment, Work } from "./work.js";

/** The progress of the work. */
export interface Progress {
  /** Questions answered. */
  readonly checks: number;
  /** Bytes done with, of all inputs together. */
  readonly bytes: number;
  /** Chunks done with. */
  readonly chunks: number;
  /** The input that was heard of last. */
  readonly file: string;
  /** How far those have come who search a hard history together, while they do. */
  readonly searching?: Searching | undefined;
}

/** By how many threads, and until when. */
export interface FleetOptions {
  /** The most worker threads. */
  readonly workers: number;
  /** Whether the main thread begins by itself: for inputs so small that a thread's start would be most of the work. */
  readonly here?: boolean;
  /** How many chunks may be ahead of the one that is being told, for each thread. Default: 4. */
  readonly ahead?: number | undefined;
  /** How inputs are cut into chunks. Default: as suits so many workers. */
  readonly cut?: Cut | undefined;
  /** Keeps what is found before it is told, and knows what was found before. */
  readonly journal?: KeptBatches | undefined;
  /** Gives up: what is known by then is still told. */
  readonly signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/** Starts what does the work: a thread of this process, or a place in the queue of a cluster. */
export type StartThread = <Answer>(assignment: Assignment) => Thread<Answer>;

/** Threads that stand ready for some work. */
export interface Fleet<Told> {
  /**
   * Does the work on all histories of the inputs, in chunks over threads. Events come in the order of the
   * inputs, whatever the number of threads, and as soon as they are known; memory does not grow with the
   * number of histories. A history that exceeds the job's deadline or memory is `unknown`. Throws `JobRefused`.
   */
  run(inputs: readonly Input[]): AsyncGenerator<readonly (Told | CommonEvent)[], void>;
  /** Ends what `run` has not ended. */
  close(): Promise<void>;
}

/** Readies a fleet. Its first thread starts to load at once. */
export function createFleet<Answer, Told>(
  work: Work<Answer, Told>,
  options: FleetOptions,
  start: StartThread = startThread,
): Fleet<Told> {
  let first: Thread<Answer> | undefined =
    options.here === true ? startHere(work.assignment) : start<Answer>(work.assignment);
  const take = (): Thread<Answer> => {
    const thread = first ?? start<Answer>(work.assignment);
    first = undefined;
    return thread;
  };
  return {
    run: (inputs) => runWork(inputs, work, options, take),
    async close() {
      await first?.kill();
      first = undefined;
    },
  };
}

type Mutable<Kind> = { -readonly [name in keyof Kind]: Kind[name] };

async function* runWork<Answer, Told>(
  inputs: readonly Input[],
  work: Work<Answer, Told>,
  { workers, signal, onProgress, journal, ahead, cut = { threads: workers } }: FleetOptions,
  startNext: () => Thread<Answer>,
): AsyncGenerator<readonly (Told | CommonEvent)[], void> {
  const { assignment } = work;
  const progress: Mutable<Progress> = { checks: 0, bytes: 0, chunks: 0, file: "" };
  const crew = startCrew<Answer>(chunksOf(inputs, assignment.job.format, cut), {
    assignment,
    workers,
    signal,
    journal,
    ahead,
    startThread: startNext,
    onBatch({ chunk, bytes }, batch) {
      progress.checks += batch.items.length;
      progress.bytes += batch.bytes - bytes;
      if (isBehind(chunk, batch.next)) progress.chunks++;
      progress.file = chunk.pieces[Math.min(batch.next.piece, chunk.pieces.length - 1)].name;
      progress.searching = undefined;
      onProgress?.(progress);
    },
    onSearching(searching) {
      progress.searching = searching;
      onProgress?.(progress);
    },
  });
  const teller = createTeller(inputs, work);
  try {
    while (!crew.isOver()) {
      const [shipment] = crew.shipments;
      if (shipment === undefined || (shipment.batches.length === 0 && !shipment.done)) {
        await crew.news();
        continue;
      }
      for (const { batch, taken } of shipment.batches.splice(0)) {
        const events = teller.items(shipment.chunk, batch.items);
        taken();
        if (events.length > 0) yield events;
      }
      if (!shipment.done || shipment.batches.length > 0) continue;
      crew.shipments.shift();
      crew.goOn();
    }
    const failure = crew.failure();
    if (failure !== undefined) throw failure;
    // Given up: what is known is told even so.
    for (const { chunk, batches, underWay } of crew.shipments) {
      for (const { batch } of batches) yield teller.items(chunk, batch.items);
      yield teller.leave(chunk, underWay);
    }
    yield teller.rest();
  } finally {
    await crew.end();
  }
}
