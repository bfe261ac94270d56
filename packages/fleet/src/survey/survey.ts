import type { Seen } from "@sightline/core";
import { JobRefused } from "../fleet.js";
import type { Input } from "../job.js";
import { type Load, watchMemory } from "../memory-watch.js";
import type { Failure, InvalidInput } from "../report.js";
import { typeFault } from "../type-fault.js";
import { type Chunk, chunksOf, type Piece } from "../input/chunk.js";
import { wallClock } from "../heartbeat.js";
import type { ChunkPlace, Doomed, Item, Measured, SurveyJob } from "./job.js";
import { type ChunkEnding, startSurveyThread, type SurveyThread } from "./thread.js";

/** What a survey tells, in the order of the inputs. */
export type SurveyEvent =
  | {
      readonly kind: "measured";
      readonly file: string;
      readonly index: number;
      readonly name: string | null;
      /** How often the history was seen, where it tells. */
      readonly seen?: Seen;
      /** The number of operations. */
      readonly size: number;
      readonly measured: Measured;
    }
  | { readonly kind: "invalid"; readonly file: string; readonly index: number; readonly error: InvalidInput }
  /** Sightline itself failed on this history. */
  | { readonly kind: "bug"; readonly file: string; readonly index: number; readonly error: Failure }
  /** Given up before these were reached: history `from` of the file and all after it. */
  | { readonly kind: "unreached"; readonly file: string; readonly from: number };

/** How to go about a survey. */
export interface SurveyOptions {
  /** The most worker threads. */
  readonly workers: number;
  /** Gives up: what is known by then, without a gap, is still told. */
  readonly signal?: AbortSignal;
  onProgress?(progress: { readonly checks: number; readonly bytes: number; readonly file: string }): void;
}

/** How many chunks threads may be ahead of the one whose items are being told, for each thread. */
const AHEAD = 4;

/** A chunk on its way: its items come from a thread, and are taken in order. */
interface Shipment {
  readonly chunk: Chunk;
  readonly items: Item[];
  readonly credits: (() => void)[];
  done: boolean;
}

/**
 * Measures all histories of the inputs, in chunks over worker threads. Events come in the order of
 * the inputs, whatever the number of threads; memory does not grow with the number of histories.
 * A history that exceeds the job's deadline or memory is `unknown`. Throws `JobRefused`.
 */
export async function* survey(
  inputs: readonly Input[],
  job: SurveyJob,
  options: SurveyOptions,
): AsyncGenerator<readonly SurveyEvent[], void> {
  const chunks = chunksOf(inputs, job.format);
  const shipments = new Map<number, Shipment>();
  let shipped = 0;
  const threads = new Set<SurveyThread>();
  const loads = (): Iterable<Load> => [...threads].map(({ load }) => load);
  const stopWatching = job.memory === undefined ? undefined : watchMemory(job.memory, loads);
  const over = new AbortController();
  let refused: string | undefined;
  let head = 0;
  let exhausted = false;
  const wakers: (() => void)[] = [];
  const wake = (): void => {
    for (const waker of wakers.splice(0)) waker();
  };
  const sleep = (): Promise<void> => new Promise((resolve) => wakers.push(resolve));
  const givenUp = (): boolean =>
    over.signal.aborted || options.signal?.aborted === true || refused !== undefined;

  const next = (): Shipment | undefined => {
    const { value } = chunks.next();
    if (value === undefined) {
      exhausted = true;
      return undefined;
    }
    const shipment: Shipment = { chunk: value, items: [], credits: [], done: false };
    shipments.set(shipped++, shipment);
    return shipment;
  };

  /** Takes one chunk after another, with one thread at a time. */
  const member = async (): Promise<void> => {
    let thread: SurveyThread | undefined;
    while (!givenUp() && !exhausted) {
      if (shipped - head >= AHEAD * options.workers) {
        await sleep();
        continue;
      }
      const shipment = next();
      if (shipment === undefined) break;
      thread = await deliver(shipment, thread);
      wake();
    }
    wake();
    await thread?.kill();
  };

  /** Works through one chunk, with a new thread whenever one is lost. Returns the last, if it still lives. */
  const deliver = async (
    shipment: Shipment,
    given: SurveyThread | undefined,
  ): Promise<SurveyThread | undefined> => {
    let thread = given;
    const doomed: Doomed[] = [];
    let place: ChunkPlace = { piece: 0, item: 0 };
    while (!givenUp()) {
      const current = thread ?? startSurveyThread(job);
      threads.add(current);
      const ended = await current.run(shipment.chunk, place, doomed, (items) => {
        place = after(place, items);
        shipment.items.push(...items);
        shipment.credits.push(() => current.credit());
        wake();
      });
      if (ended.kind === "done") {
        shipment.done = true;
        return current;
      }
      threads.delete(current);
      await current.kill();
      thread = undefined;
      if (ended.kind === "refused") refused = ended.reason;
      else if (!givenUp())
        for (const doom of blame(ended, place, job)) {
          // What is lost even so is lost before it gets to any history.
          if (doom.unreadable && doomed.some((one) => one.unreadable && samePlace(one.place, doom.place)))
            refused = doom.message;
          doomed.push(doom);
        }
    }
    return thread;
  };

  const crew = Promise.all(Array.from({ length: options.workers }, () => member()));
  const stop = (): void => {
    wake();
    for (const thread of threads) void thread.kill();
  };
  options.signal?.addEventListener("abort", stop);
  const tell = createTeller(options);
  try {
    for (; ; head++) {
      while (!shipments.has(head) && !exhausted && !givenUp()) await sleep();
      const shipment = shipments.get(head);
      if (refused !== undefined) throw new JobRefused(refused);
      if (shipment === undefined) break;
      while (!(shipment.done && shipment.items.length === 0)) {
        if (shipment.items.length === 0) {
          if (givenUp()) break;
          await sleep();
          continue;
        }
        const events = tell.items(shipment.chunk, shipment.items.splice(0));
        for (const credit of shipment.credits.splice(0)) credit();
        if (events.length > 0) yield events;
      }
      if (refused !== undefined) throw new JobRefused(refused);
      if (!shipment.done) break;
      tell.done(shipment.chunk);
      shipments.delete(head);
      wake();
    }
    const rest = tell.rest(inputs);
    if (rest.length > 0) yield rest;
  } finally {
    options.signal?.removeEventListener("abort", stop);
    over.abort();
    stopWatching?.();
    stop();
    await crew;
  }
}

/** The place after these items. */
function after(place: ChunkPlace, items: readonly Item[]): ChunkPlace {
  let { piece, item } = place;
  for (const { kind } of items) [piece, item] = kind === "end" ? [piece + 1, 0] : [piece, item + 1];
  return { piece, item };
}

const samePlace = (a: ChunkPlace, b: ChunkPlace): boolean => a.piece === b.piece && a.item === b.item;

type Died = Extract<ChunkEnding, { kind: "died" }>;

/** What a thread that is gone was at, so that the next does not end the same way. */
function blame({ beat, late, full, error }: Died, place: ChunkPlace, job: SurveyJob): readonly Doomed[] {
  const milliseconds = wallClock() - beat.since;
  const fault = late || full ? undefined : typeFault(error, job);
  const reason = late ? "deadline" : full ? "memory" : fault === undefined ? "crash" : "type";
  const message = fault ?? error?.message ?? "a worker thread ended without a word";
  switch (beat.phase) {
    case "measuring":
      return [{ place: beat.place, unreadable: false, reason, message, milliseconds }];
    case "reading":
      return [{ place: beat.place, unreadable: true, reason, message, milliseconds }];
    default:
      // It was lost before it began, or between two histories: whatever comes next is to blame.
      return error === undefined && fault === undefined && !full
        ? []
        : [{ place, unreadable: true, reason, message, milliseconds }];
  }
}

/** Turns items into events: knows how far each input has been told. */
function createTeller({ onProgress }: SurveyOptions) {
  let input = 0;
  let index = 0;
  let lines = 0;
  let checks = 0;
  let bytes = 0;
  const eventOf = (piece: Piece, item: Exclude<Item, { kind: "end" }>): SurveyEvent => {
    if (item.kind === "unreached") return { kind: "unreached", file: piece.name, from: index };
    const place = { file: piece.name, index: index++ };
    checks++;
    switch (item.kind) {
      case "measured": {
        const { piece: _, ...told } = item;
        return { ...told, ...place };
      }
      case "invalid": {
        const { line } = item.error;
        const error = line === undefined ? item.error : { ...item.error, line: line + lines };
        return { kind: "invalid", ...place, error };
      }
      default:
        return { kind: "bug", ...place, error: item.error };
    }
  };
  return {
    items(chunk: Chunk, items: readonly Item[]): readonly SurveyEvent[] {
      const events: SurveyEvent[] = [];
      for (const item of items) {
        const piece = chunk.pieces[item.piece];
        if (item.kind !== "end") events.push(eventOf(piece, item));
        else if (piece.last) [input, index, lines] = [piece.input + 1, 0, 0];
        else lines += item.lines;
      }
      const file = chunk.pieces[0].name;
      onProgress?.({ checks, bytes, file });
      return events;
    },
    done(chunk: Chunk): void {
      bytes += chunk.bytes;
    },
    /** Inputs that were not told to their end. */
    rest(inputs: readonly Input[]): readonly SurveyEvent[] {
      return inputs
        .slice(input)
        .map(({ name }, i) => ({ kind: "unreached", file: name, from: i === 0 ? index : 0 }));
    },
  };
}
