import type { Invocation } from "../history/history.js";
import type { Value } from "../history/value.js";

/** What became of an operation so far. `crashed`: nobody will hear of it again; it may still take effect. */
export type Fate = "open" | "returned" | "crashed" | "failed";

/** An operation of a history that has no end: called, and perhaps ended by now. */
export interface LiveOperation {
  /** Its number in the log, from 0, in order of appearance. */
  readonly id: number;
  readonly session: string | number;
  readonly object: string | number | undefined;
  readonly invocation: Invocation;
  /** Where it stands in the log; 0 where that is unknown. */
  readonly line: number;
  fate: Fate;
  /** What it returned, where that was seen; any result will do where it was not. */
  result: Value | undefined;
}

/** What happens in a log: an operation is called, or its fate is known now. */
export interface LiveEvent {
  readonly kind: "call" | "end";
  readonly operation: LiveOperation;
}
