import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Cube } from "@sightline/core";
import type { CubeOrder } from "../cubes/carrier.js";
import type { CubeQuestion, Message } from "../cubes/messages.js";
import { fromText, toText } from "../journal/text.js";
import type { SentModule } from "./chunk-job.js";

/** The name of jobs that ask a worker to take part in the search of one history. */
export const SEAT = "seat";

/** A seat as a job of the queue: whoever takes it searches cubes of this question until it is decided. */
export interface SeatJob {
  readonly question: string;
}

/** A question as it lies in Redis: plain data, and no code. */
export interface SentQuestion {
  /** The version of Sightline that asks. */
  readonly version: string;
  readonly question: Omit<CubeQuestion, "typeLoader" | "memory">;
  readonly module?: SentModule;
}

/** What a searcher is told. Orders are numbered from 1 on, and may come twice. */
export type SeatCommand = ({ readonly number: number } & CubeOrder) | "end";

/** What workers tell. A session is one thread at one question; it is never taken up again. */
export type Told =
  | { readonly kind: "joins"; readonly session: string; readonly seat: string }
  | {
      readonly kind: "answer";
      readonly session: string;
      readonly number: number;
      readonly message: Message;
    }
  /** The thread has ended by itself. */
  | {
      readonly kind: "died";
      readonly session: string;
      readonly reason: string;
      readonly isFull: boolean;
    }
  /** It takes no more cubes; the one that it has, if any, is another's. */
  | { readonly kind: "leaves"; readonly session: string; readonly seat: string }
  /** The worker will not search this question. */
  | { readonly kind: "refuses"; readonly seat: string; readonly reason: string };

/** The keys of a question. */
export interface QuestionKeys {
  /** The question itself. Where it is gone, nobody waits for an answer. */
  readonly question: string;
  /** What workers tell, in a list. */
  readonly told: string;
  /** The orders to a session, in a list. */
  orders(session: string): string;
  /** Is there as long as the session's worker lives. */
  alive(session: string): string;
}

/** The keys of a question. */
export function keysOfQuestion(prefix: string, id: string): QuestionKeys {
  const own = `${prefix}:cubes:${id}`;
  return {
    question: own,
    told: `${own}:told`,
    orders: (session) => `${own}:orders:${session}`,
    alive: (session) => `${own}:alive:${session}`,
  };
}

/** A question as bytes. */
export const packQuestion = (question: SentQuestion): Buffer => deflateRawSync(toText(question));

/** The question that bytes were made of. */
export const unpackQuestion = (bytes: Buffer): SentQuestion =>
  fromText(inflateRawSync(bytes).toString()) as SentQuestion;

/** An order, or what is told, as text. */
export const packWords = (words: SeatCommand | Told): string => toText(words);

/** The order that a text was made of. */
export const unpackCommand = (text: string): SeatCommand => fromText(text) as SeatCommand;

/** What was told. */
export const unpackTold = (text: string): Told => fromText(text) as Told;

/** What is left of a cube, in an answer that leaves something. */
export function restIn(message: Message): Cube | undefined {
  return message.kind === "cube" && message.answer.verdict === "open" ? message.answer.rest : undefined;
}
