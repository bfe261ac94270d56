/** The exit statuses of the command that do not come from verdicts. */
export const EXIT = {
  usage: 64,
  invalid: 65,
  bug: 70,
  output: 74,
  interrupted: 130,
  brokenPipe: 141,
} as const;

/** How many of each a run has seen. */
export interface Tally {
  /** Histories that were checked for at least one criterion. */
  histories: number;
  satisfied: number;
  violated: number;
  unknown: number;
  /** Inputs, or histories in them, that are not valid. */
  invalid: number;
  bugs: number;
  /** Inputs that were not, or not wholly, worked through. */
  unreached: number;
  /** Whether the user gave up. */
  interrupted: boolean;
}

/** A run that has seen nothing yet. */
export function createTally(): Tally {
  return {
    histories: 0,
    satisfied: 0,
    violated: 0,
    unknown: 0,
    invalid: 0,
    bugs: 0,
    unreached: 0,
    interrupted: false,
  };
}

/** What `unknown` does to the exit status: its own status, success or failure. */
export type OnUnknown = "report" | "pass" | "fail";

/**
 * The exit status of a run. What makes the other answers incomplete comes first: a bug, an
 * interruption, an input that could not be read; then violations; then what stayed unknown.
 */
export function exitCode(tally: Tally, onUnknown: OnUnknown): number {
  if (tally.bugs > 0) return EXIT.bug;
  if (tally.interrupted) return EXIT.interrupted;
  if (tally.invalid > 0) return EXIT.invalid;
  if (tally.violated > 0) return 1;
  if (tally.unknown + tally.unreached > 0) return onUnknown === "pass" ? 0 : onUnknown === "fail" ? 1 : 2;
  return 0;
}
