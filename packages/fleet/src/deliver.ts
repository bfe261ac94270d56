import { blame, isDoomed } from "./blame.js";
import type { Searching } from "./cubes/conquer.js";
import type { Chunk } from "./input/chunk.js";
import type { Job } from "./job.js";
import type { Batch, Beginning, ChunkPlace, Doomed } from "./messages.js";
import type { Thread } from "./thread.js";

/** The job cannot be done at all, whatever the inputs: its type could not be loaded. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
}

/** Where every chunk begins. */
export const BEGINNING: ChunkPlace = { piece: 0, item: 0, question: 0 };

/** Whether nothing of a chunk comes after this place. */
export const isBehind = (chunk: Chunk, place: ChunkPlace): boolean => place.piece >= chunk.pieces.length;

/** A chunk to be worked through, and what is known of it. */
export interface Delivery<Answer> {
  readonly chunk: Chunk;
  /** Where to begin. */
  readonly from: ChunkPlace;
  /** What must not be tried again. */
  readonly doomed?: readonly Doomed[];
  readonly job: Job;
  /** A thread that is ready, if there is one. */
  readonly thread: Thread<Answer> | undefined;
  /** How many threads may share the search of one history. */
  searchers(): number;
  startThread(): Thread<Answer>;
  /** Hears of a thread that is at the chunk, and that it is no more. */
  onThread(thread: Thread<Answer>, isAtWork: boolean): void;
  /** Hears of a batch; `taken` is to be called once it is used up. */
  onBatch(batch: Batch<Answer>, taken: () => void): void;
  /** Hears of what is begun before it is; nothing is begun before that is done. */
  readonly onBeginning?: (beginning: Beginning) => Promise<void>;
  /** Hears how far those have come who search a hard history together. */
  onSearching?(searching: Searching): void;
  isGivenUp(): boolean;
}

/** How a delivery ended: with a thread that still lives, or with what made it fail. Neither: given up. */
export interface Delivered<Answer> {
  readonly done: boolean;
  readonly thread?: Thread<Answer>;
  readonly failure?: Error;
}

/**
 * Works through one chunk, with a new thread whenever one is lost, which does not try again what ended the one
 * before it. Never rejects.
 */
export async function deliver<Answer>(delivery: Delivery<Answer>): Promise<Delivered<Answer>> {
  const { chunk, job } = delivery;
  const doomed = [...(delivery.doomed ?? [])];
  let { thread, from } = delivery;
  while (!delivery.isGivenUp()) {
    const current = thread ?? delivery.startThread();
    delivery.onThread(current, true);
    const careful = delivery.onBeginning !== undefined && { careful: true };
    const command = {
      kind: "chunk",
      chunk,
      from,
      doomed: [...doomed],
      searchers: delivery.searchers(),
      ...careful,
    } as const;
    const onBatch = (batch: Batch<Answer>): void => {
      from = batch.next;
      delivery.onBatch(batch, () => current.credit(batch.weight));
    };
    const ended = await current.run(command, onBatch, delivery.onBeginning, delivery.onSearching);
    delivery.onThread(current, false);
    if (ended.kind === "done") return { done: true, thread: current };
    await current.kill();
    thread = undefined;
    if (ended.kind === "refused") return { done: false, failure: new JobRefused(ended.reason) };
    if (ended.kind !== "died" || delivery.isGivenUp()) continue;
    const doom = blame(ended, from, job);
    if (doom === undefined) continue;
    // What is lost even so is lost before it gets to any history.
    if (isDoomed(doom, doomed)) return { done: false, failure: lossOf(doom) };
    doomed.push(doom);
  }
  return { done: false, ...(thread !== undefined && { thread }) };
}

/** What to make of a thread that is lost even though it was told what to leave out. */
function lossOf({ reason, message }: Doomed): Error {
  return reason === "crash" ? new Error(message) : new JobRefused(message);
}
