import type { LiveEvent, LiveOperation, Value } from "@sightline/core";
import type { PlacedError } from "../input-error.js";

/** What a line of a log that goes on tells. */
export type LiveItem =
  /** What the operations after it are of. */
  | { readonly kind: "header"; readonly type: string | undefined; readonly initial: Value | undefined }
  | { readonly kind: "event"; readonly event: LiveEvent }
  /** An operation that was called before what is judged already. */
  | { readonly kind: "late"; readonly operation: LiveOperation }
  | { readonly kind: "error"; readonly error: PlacedError };

/** Reads a log as it grows, line by line. */
export interface LiveReader {
  /** A line, without its end. */
  take(text: string, line: number): readonly LiveItem[];
  /** Nothing has come for a while. */
  idle(): readonly LiveItem[];
  /** The log is over. */
  end(): readonly LiveItem[];
}
