import type { Rounds } from "./rounds.js";

/** The time and settings of a run, besides its histories. */
export interface RunFacts {
  readonly milliseconds: number;
  readonly invalid: number;
  readonly interrupted: boolean;
  readonly rounds: Rounds | undefined;
}
