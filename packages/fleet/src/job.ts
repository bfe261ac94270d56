import type { Value } from "@sightline/core";

/**
 * How histories are read and within which limits something is done with each, whatever that is: plain data,
 * so that it can be handed to a worker thread.
 */
export interface Job {
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`. */
  readonly typeLoader?: string;
  readonly initial?: Value;
  readonly format?: string;
  readonly independent?: boolean;
  readonly verify?: boolean;
  /**
   * How many threads may share the search of one history, where its algorithm can be shared and only
   * one input is worked on. Default: 1.
   */
  readonly searchers?: number;
  /** The most milliseconds that one history may take, all questions about it together. */
  readonly deadline?: number;
  /** The most bytes that the whole process may take. */
  readonly memory?: number;
}

/** A source of histories. */
export interface Input {
  /** What reports call it. */
  readonly name: string;
  /** A file, its bytes, or a file that is open already (by descriptor) and can be read again from its start. */
  readonly source:
    | { readonly path: string }
    | { readonly bytes: Uint8Array }
    | { readonly descriptor: number };
  /**
   * The number of its first line, where it is a stretch of something longer that holds histories in lines, each
   * whole. Default: 1.
   */
  readonly line?: number;
  /** Whether it was found in a directory, so that it may be no history at all. */
  readonly listed?: boolean;
}
