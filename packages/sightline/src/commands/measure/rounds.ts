import type { LevelName } from "@sightline/core";
import { type Counted, countMeasured, createCensus, levelOfAll } from "../../report/census.js";

/** How many rounds in a row must come to the same. */
const STEADY = 3;

/** The three-rounds rule: takes histories until the result is stable. */
export interface Rounds {
  /** The level that each whole round came to. */
  readonly results: readonly (LevelName | "none")[];
  /** Takes a history. Returns whether the result is stable now. */
  add(history: Counted): boolean;
  readonly stable: boolean;
}

/**
 * ViSearch §4.2: histories are measured round by round; the result of a round is the weakest level
 * among its histories; measuring stops when the result has been the same in three rounds in a row.
 */
export function createRounds(histories: number): Rounds {
  const results: (LevelName | "none")[] = [];
  let round = createCensus();
  const isStable = (): boolean => {
    const last = results.slice(-STEADY);
    return last.length === STEADY && last.every((level) => level === last[0]);
  };
  return {
    results,
    add(history) {
      countMeasured(round, history);
      if (round.histories < histories) return false;
      results.push(levelOfAll(round));
      round = createCensus();
      return isStable();
    },
    get stable() {
      return isStable();
    },
  };
}
