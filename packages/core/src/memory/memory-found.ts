import type { Verdict } from "../verdict.js";

/**
 * What a model's engine found, in the numbering of its `MemoryHistory`. `order` is a linear extension
 * of the relation that the model asks to be acyclic; what that relation is, each engine says.
 */
export type MemoryFound = Verdict<
  { readonly orders: readonly Int32Array[] },
  {
    /** Operations at which the contradiction showed, if the engine knows: where to look first. */
    readonly clue?: readonly number[];
  },
  { readonly established: string }
> & {
  /** Which algorithm decided, in words for the report, such as `saturation+schedule`. */
  readonly algorithm: string;
  /** Steps, nodes or rounds taken: whatever the engine counts. */
  readonly states: number;
};
