import type { Value } from "@sightline/core";

/** One call of a method of the object. */
export interface Call {
  readonly method: string;
  readonly args: readonly Value[];
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

/** What a method returned; an exception is the value `{"throws": "NoSuchElementException"}`. */
export type Outcome = readonly Value[];
