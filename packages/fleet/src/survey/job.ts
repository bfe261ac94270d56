import type { Measurement, OrderName, Seen, Value } from "@sightline/core";
import type { Failure, InvalidInput } from "../report.js";
import type { Chunk } from "../input/chunk.js";

/** How to measure every history: plain data, so that it can be handed to a worker thread. */
export interface SurveyJob {
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`. */
  readonly typeLoader?: string;
  readonly initial?: Value;
  readonly format?: string;
  readonly independent?: boolean;
  /** Whether happens-before has real time in it. */
  readonly order?: OrderName;
  readonly verify?: boolean;
  /** The most milliseconds that one history may take. */
  readonly deadline?: number;
  /** The most bytes that the whole process may take. */
  readonly memory?: number;
}

/** What came of one history, without what is as long as the history. */
export type Measured = Omit<Measurement, "witness">;

/** One history of a chunk, or what is wrong with it. Its piece is the chunk's at that position. */
export type Item =
  | {
      readonly kind: "measured";
      readonly piece: number;
      readonly name: string | null;
      readonly seen?: Seen;
      readonly size: number;
      readonly measured: Measured;
    }
  | { readonly kind: "invalid"; readonly piece: number; readonly error: InvalidInput }
  | { readonly kind: "bug"; readonly piece: number; readonly error: Failure }
  /** The rest of this piece could not be read within the memory limit. */
  | { readonly kind: "unreached"; readonly piece: number }
  /** No more of this piece; it had that many lines. */
  | { readonly kind: "end"; readonly piece: number; readonly lines: number };

/** A place in a chunk: which piece, and which of its items. */
export interface ChunkPlace {
  readonly piece: number;
  readonly item: number;
}

/** A history that must not be measured again, or with `unreadable` a piece that must not be read again, and why. */
export interface Doomed {
  readonly place: ChunkPlace;
  readonly unreadable: boolean;
  readonly reason: "deadline" | "memory" | "cancelled" | "crash" | "type";
  readonly message: string;
  /** How long it had taken. */
  readonly milliseconds: number;
}

/** What the main thread tells a worker. */
export type SurveyOrder =
  /** Work through the chunk, from this place on. */
  | {
      readonly kind: "chunk";
      readonly chunk: Chunk;
      readonly from: ChunkPlace;
      readonly doomed: readonly Doomed[];
    }
  /** A batch of items was used up. */
  | { readonly kind: "credit" };

/** What a worker tells the main thread. */
export type SurveyMessage =
  | { readonly kind: "items"; readonly items: readonly Item[] }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly reason: string };

/** How many batches of items a worker may post before it must wait for credit. */
export const MOST_BATCHES = 32;
