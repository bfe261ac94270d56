import { TypeFailure } from "@sightline/core";
import type { Item as Read } from "@sightline/formats";
import type { Heartbeat } from "./heartbeat.js";
import type { Piece } from "./input/chunk.js";
import type { OpenPiece } from "./input/open-piece.js";
import { invalidInput, isSystemError, systemReason } from "./input/invalid-input.js";
import { createInquiry } from "./inquiry.js";
import type { Job } from "./job.js";
import { isOutOfMemory, MemoryFull, type MemoryMeter } from "./memory.js";
import type { Batch, Beginning, ChunkCommand, Doomed } from "./messages.js";
import { createOutbox, type Outbox } from "./outbox.js";
import { failure } from "./report.js";
import type { Decider } from "./work.js";

/** What a task needs from its surroundings: threads in earnest, plain functions in tests. */
export interface TaskTools<Answer> {
  open(piece: Piece): OpenPiece;
  readonly decider: Decider<Answer>;
  /** Absent without a memory limit. */
  readonly meter: MemoryMeter | undefined;
  readonly heartbeat: Heartbeat;
  /** Tells the main thread. Returns what to wait for, where there is no room for more. */
  send(batch: Batch<Answer>): Promise<void> | undefined;
  /** How many items may wait to be sent with others. Default: as many as make a message worth while. */
  readonly mostWaiting?: number;
  /** Called before each question. Returns what to wait for, if anything. */
  pause?(): Promise<void> | undefined;
  /** Called before a question and before a history is read. Returns what to wait for, if anything. */
  announce?(beginning: Beginning): Promise<void> | undefined;
  /** Whether an exception of a tool means that the task is to be left as it is. */
  leaves?(error: unknown): boolean;
  now(): number;
}

/** Works through a chunk from a place on, and sends what it finds in batches. */
export async function runTask<Answer>(
  { chunk, from, doomed }: ChunkCommand,
  job: Job,
  tools: TaskTools<Answer>,
): Promise<void> {
  let bytes = 0;
  let opened: OpenPiece | undefined;
  const outbox: Outbox<Answer> = createOutbox<Answer>(from, {
    send: tools.send,
    bytes: () => bytes + (opened?.bytes() ?? 0),
    underWay: () => inquiry.underWay(),
    most: tools.mostWaiting,
    now: tools.now,
  });
  const inquiry = createInquiry(job, tools, outbox);

  /** Works through the histories of a piece from a place on, and puts an `end` behind them. */
  const workThrough = async (piece: number, first: number, question: number): Promise<void> => {
    const { name: file } = chunk.pieces[piece];
    const here = doomed.filter(({ place }) => place.piece === piece);
    const lost = here.find(({ unreadable }) => unreadable);
    let item = 0;
    try {
      tools.heartbeat.reading(piece, item);
      opened = undefined;
      if (lost?.place.item === 0) throw loss(lost);
      await tools.announce?.({ place: { piece, item, question: 0 }, unreadable: true });
      opened = tools.open(chunk.pieces[piece]);
      const take = (read: Read): Promise<void> | undefined => {
        if (item < first) return undefined;
        if (read.error !== undefined) return inquiry.refuse(piece, item, invalidInput(read.error));
        return inquiry.ask(read, { piece, item, question: item === first ? question : 0 }, file, here);
      };
      const goOn = (): Promise<void> | undefined => {
        tools.heartbeat.reading(piece, ++item);
        if (lost?.place.item === item) throw loss(lost);
        return tools.announce?.({ place: { piece, item, question: 0 }, unreadable: true });
      };
      const { items } = opened;
      if (Symbol.iterator in items)
        for (const read of items) {
          const waiting = take(read);
          if (waiting !== undefined) await waiting;
          const announced = goOn();
          if (announced !== undefined) await announced;
        }
      else
        for await (const read of items) {
          await take(read);
          await goOn();
        }
    } catch (error) {
      if (tools.leaves?.(error) === true) throw error;
      item = Math.max(item, first);
      const next = { piece, item: item + 1, question: 0 };
      if (isOutOfMemory(error))
        for (const answer of tools.decider.unreadable())
          await outbox.put({ kind: "answer", piece, item, answer }, next);
      else if (isSystemError(error))
        await inquiry.refuse(piece, item, { file, reason: systemReason(error), code: "SL2091" });
      else if (error instanceof TypeFailure)
        await inquiry.refuse(piece, item, { file, reason: error.message, code: error.code });
      else await outbox.put({ kind: "bug", piece, item, error: failure(error) }, next);
      item++;
      if (!isSystemError(error)) await outbox.put({ kind: "unreached", piece, item }, next);
    }
    bytes += opened?.bytes() ?? 0;
    opened = undefined;
    await outbox.put({ kind: "end", piece, item }, { piece: piece + 1, item: 0, question: 0 });
  };

  for (let piece = from.piece; piece < chunk.pieces.length; piece++)
    if (piece === from.piece) await workThrough(piece, from.item, from.question);
    else await workThrough(piece, 0, 0);
  await outbox.flush();
  tools.heartbeat.idle();
}

/** The exception that stands for the end of the thread that read this before. */
function loss({ reason, message }: Doomed): Error {
  if (reason === "type") return new TypeFailure(message);
  return reason === "crash"
    ? new Error(message)
    : new MemoryFull("the thread that read it ran out of memory");
}
