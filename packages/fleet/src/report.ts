import type { ErrorCode, History, Result, Seen, Violation } from "@sightline/core";
import type { Observation } from "@sightline/formats";

/** One operation, ready to be shown: reports outlive the history that they are about. */
export interface OperationView {
  readonly id: number;
  /** The line of its file; 0 where unknown. */
  readonly line: number;
  readonly session: string | number;
  /** The operation in the notation. */
  readonly text: string;
  /** Positions of call and return among all events; both absent without real time, `ret` while pending. */
  readonly call?: number;
  readonly ret?: number;
}

/** A stretch of an order of operations, ready to be shown. */
export interface OrderView {
  /** How many operations the whole order has. */
  readonly length: number;
  /** The position in it of the first operation shown, from 0. */
  readonly from: number;
  readonly operations: readonly OperationView[];
}

/** The answer for one history and one criterion. */
export interface Report {
  readonly file: string;
  readonly index: number;
  readonly name: string | null;
  /** How often the history was seen, where it tells. */
  readonly seen?: Seen;
  /** The number of operations. */
  readonly size: number;
  readonly result: Result;
  /** The operations that a violation is about. */
  readonly operations: readonly OperationView[];
  /**
   * The violation as it was explained before it was proved, where only the first kinds are to be proved: a
   * thread does not know how many others have met.
   */
  readonly unproved?: { readonly violation: Violation; readonly operations: readonly OperationView[] };
  /**
   * Where the job asks for it: how the witness's linearization begins or, when violated, how the
   * longest prefix that has an order ends.
   */
  readonly order?: OrderView;
  /** Where the job asks for it: the whole history. */
  readonly history?: History;
  /** With the last outcome of a litmus test, under `sc`, `sequential` and `tso`: all that its runs can end in. */
  readonly observation?: Observation;
}

/** What is wrong with an input, and where. */
export interface InvalidInput {
  readonly file: string;
  /** From 1; absent where the input as a whole is at fault, such as a file that is not there. */
  readonly line?: number;
  readonly column?: number;
  readonly reason: string;
  /** What kind of error it is: see docs/errors.md. */
  readonly code: ErrorCode;
  /** It was found in a directory, and is no history at all. */
  readonly foreign?: boolean;
}

/** What is told whatever the work, in the order of the inputs. */
export type CommonEvent =
  | { readonly kind: "invalid"; readonly index: number; readonly error: InvalidInput }
  /** Sightline itself failed on this history. */
  | { readonly kind: "bug"; readonly file: string; readonly index: number; readonly error: Failure }
  /** Given up before these were reached: history `from` of the file and all after it. */
  | { readonly kind: "unreached"; readonly file: string; readonly from: number }
  /** No more of this input. */
  | { readonly kind: "end"; readonly file: string };

/** An exception as data. */
export interface Failure {
  readonly message: string;
  readonly stack: string;
}

/** An exception as data. */
export function failure(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), stack: "" };
  return { message: error.message, stack: error.stack ?? "" };
}
