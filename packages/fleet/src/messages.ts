import type { Searching } from "./cubes/conquer.js";
import type { ConquerAnswer } from "./cubes/conquer-answer.js";
import type { ConquerRequest } from "./cubes/conquer-parts.js";
import type { Chunk } from "./input/chunk.js";
import type { Failure, InvalidInput } from "./report.js";
import type { WireBatch } from "./wire.js";
import type { Assignment } from "./work.js";

/** A place in a chunk: which piece, which of its histories, and which question about that. */
export interface ChunkPlace {
  readonly piece: number;
  readonly item: number;
  readonly question: number;
}

/** What came of a history of a chunk. `piece` and `item` say which. */
export type Item<Answer> =
  | { readonly kind: "answer"; readonly piece: number; readonly item: number; readonly answer: Answer }
  | { readonly kind: "invalid"; readonly piece: number; readonly item: number; readonly error: InvalidInput }
  | { readonly kind: "bug"; readonly piece: number; readonly item: number; readonly error: Failure }
  /** The rest of this piece, from this history on, could not be read. */
  | { readonly kind: "unreached"; readonly piece: number; readonly item: number }
  /** No more of this piece; it had that many histories. */
  | { readonly kind: "end"; readonly piece: number; readonly item: number };

/** Something that must not be tried again, and why: a question about a history or, with `unreadable`, to read it. */
export interface Doomed {
  readonly place: ChunkPlace;
  readonly unreadable: boolean;
  readonly reason: "deadline" | "memory" | "cancelled" | "crash" | "type";
  readonly message: string;
  /** How long it had taken. */
  readonly milliseconds: number;
}

/** Work through the chunk, from this place on. So many threads may share the search of one history. */
export interface ChunkCommand {
  readonly kind: "chunk";
  readonly chunk: Chunk;
  readonly from: ChunkPlace;
  readonly doomed: readonly Doomed[];
  readonly searchers: number;
  /** Whether to say what is begun before it is, and wait to be told to go on. */
  readonly careful?: boolean;
  /** Whether the main thread has others search what proves hard: more machines than this. */
  readonly across?: boolean;
  /** How this chunk, and those to come, are to be worked on, where that has changed: to wake a thread twice costs time. */
  readonly assignment?: Assignment | undefined;
}

/** What a thread is about to begin: a question about a history or, with `unreadable`, to read it. */
export type Beginning = Pick<Doomed, "place" | "unreadable">;

/** A command of the main thread to a worker. */
export type Command =
  | ChunkCommand
  /** Batches of this weight were used up: there is room for more. */
  | { readonly kind: "credit"; readonly weight: number }
  /** What was said to be begun may be. */
  | { readonly kind: "go" }
  /** What others came to about a hard history. */
  | { readonly kind: "conquered"; readonly answer: ConquerAnswer };

/** Items of a chunk, in order, and how far it has come. */
export interface Batch<Answer> {
  readonly kind: "batch";
  readonly items: readonly Item<Answer>[];
  /** Where to go on after these. */
  readonly next: ChunkPlace;
  /** How many bytes of the chunk have been read. */
  readonly bytes: number;
  readonly weight: number;
  /** A search that has taken long already: what it is about, since when (by `wallClock`), and the answer if it is ended. */
  readonly underWay?: UnderWay<Answer> | undefined;
}

/** A search that has taken long already. */
export interface UnderWay<Answer> {
  readonly piece: number;
  readonly item: number;
  readonly since: number;
  readonly answer: Answer;
}

/** A message of a worker to the main thread. */
export type Message =
  | WireBatch
  | { readonly kind: "begins"; readonly beginning: Beginning }
  /** A history proves hard: have others search it. */
  | { readonly kind: "conquer"; readonly request: ConquerRequest }
  /** How far those have come who search a hard history together. */
  | { readonly kind: "searching"; readonly searching: Searching }
  | { readonly kind: "done" }
  /** The type could not be loaded: nothing can be done. */
  | { readonly kind: "refused"; readonly reason: string };

/**
 * How much a worker may post before it must wait for credit. An item weighs 1, and 1 more for every thousand
 * numbers in it.
 */
export const WINDOW = 2048;
