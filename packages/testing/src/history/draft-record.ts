import type { OperationRecord } from "@sightline/core/history/builder.js";
import type { Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";

/** What generators know of an operation, whatever they made it from. */
export interface DraftOperation {
  readonly session: number;
  /** 0: the one without a name. */
  readonly object: number;
  readonly invocation: Invocation;
  readonly result: Value | undefined;
  readonly call: number;
  /** Undefined: it is pending. */
  readonly end: number | undefined;
}

/** The operation as a record, with or without times. */
export function draftRecord(draft: DraftOperation, timed: boolean): OperationRecord {
  const { session, object, invocation, result, call, end } = draft;
  return {
    session,
    ...invocation,
    ...(result !== undefined && { result }),
    ...(object !== 0 && { object: `o${object}` }),
    ...(timed && { call }),
    ...(timed && end !== undefined && { return: end }),
  };
}
