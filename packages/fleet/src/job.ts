import type { Algorithm, Value } from "@sightline/core";

/** What to do with every history: plain data, so that it can be handed to a worker thread. */
export interface Job {
  /** The criteria to check, in order. Empty: the one that suits each history. */
  readonly criteria: readonly string[];
  /** Whether a model of shared memory is violated by law where a weaker one is: not checked any more. */
  readonly gradual?: boolean;
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`. */
  readonly typeLoader?: string;
  readonly initial?: Value;
  readonly format?: string;
  readonly independent?: boolean;
  readonly algorithm?: Algorithm;
  readonly partition?: boolean;
  readonly cacheSize?: number;
  readonly pruning?: boolean;
  readonly verify?: boolean;
  readonly explain?: boolean;
  /**
   * How many threads may share the search of one history, where its algorithm can be shared and only
   * one input is worked on. Default: 1.
   */
  readonly searchers?: number;
  /** The most milliseconds that one history may take, all criteria together. */
  readonly deadline?: number;
  /** The most bytes that the whole process may take. */
  readonly memory?: number;
  /** Whether reports carry their witness. It is as long as the history: leave it out where nobody looks. */
  readonly witnesses: boolean;
  /** How many operations of an order (a witness's, a violation's longest prefix) reports show. Default: none. */
  readonly orderViews?: number;
}

/** Where histories come from. */
export interface Input {
  /** What reports call it. */
  readonly name: string;
  /** A file, its bytes, or a file that is open already (by descriptor) and can be read again from its start. */
  readonly source:
    | { readonly path: string }
    | { readonly bytes: Uint8Array }
    | { readonly descriptor: number };
  /** Whether it was found in a directory, so that it may be no history at all. */
  readonly listed?: boolean;
}

/** A place in the work on one input: which history, and which of the criteria. */
export interface Place {
  readonly index: number;
  readonly criterion: number;
}
