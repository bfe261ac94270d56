import type { Violation } from "../result.js";

/** A violation as it is explained before a proof is looked for. */
export interface Explained extends Violation {
  /** Whether the headline is all that there is to say: no steps are told. */
  readonly plain?: true;
  /** Whether the headline names no operation: a proof of few has a better one. */
  readonly vague?: true;
  /** Whether it is told as it was found: no proof is looked for. */
  readonly unproved?: true;
  /** Few operations of a long history to look for a proof among. */
  readonly blamed?: readonly number[];
  /** The operations of the core, in its order. */
  readonly coreIds?: readonly number[];
}
