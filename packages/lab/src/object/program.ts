import type { Value } from "@sightline/core";

/** One call of a method of the object. */
export interface Call {
  readonly method: string;
  readonly args: readonly Value[];
}

/** A call in a sequence, and which thread makes it; absent: the one that makes all. */
export interface SequencedCall extends Call {
  readonly thread?: number;
}

/**
 * One step of a thread: a call of the object under test or, with `on`, a synchronisation through a
 * volatile flag (`set`, `get`) or a lock (`lock`, `unlock`) of that name (POPL'19 Fig. 5). The result
 * of a `get` is whether the flag was set.
 */
export interface Step extends Call {
  readonly on?: string;
}

/** What each thread does, one step after the other. All threads start together on one fresh object. */
export interface Program {
  readonly threads: readonly (readonly Step[])[];
}

/**
 * What a method returned; an exception is the value `{"throws": "NoSuchElementException"}`, the object under
 * test itself `{"this": true}`. A call that waits for ever has the result `BLOCKED`, and the steps that its
 * thread never came to have `NOT_REACHED`.
 */
export type Outcome = readonly Value[];

/** In the place of the result of a call that blocks: nothing that is left to run can wake it. */
export const BLOCKED: Value = { blocked: true };

/** In the place of the result of a step after a call that blocks: it was never begun. */
export const NOT_REACHED: Value = { reached: false };

/** Whether a result says that the call blocks. */
export function isBlocked(result: Value | undefined): boolean {
  return hasField(result, "blocked");
}

/** Whether a result says that the step was never begun. */
export function isNotReached(result: Value | undefined): boolean {
  return hasField(result, "reached");
}

function hasField(result: Value | undefined, field: string): result is { readonly [key: string]: Value } {
  return result !== null && typeof result === "object" && !Array.isArray(result) && field in result;
}

/**
 * What the one who runs the calls could not do (make an argument, call a method), where that stands in the
 * place of a result, as `{"harness": "the reason"}`. It tells nothing of the object.
 */
export function harnessFault(results: Outcome): string | undefined {
  for (const result of results) if (hasField(result, "harness")) return result["harness"] as string;
  return undefined;
}
