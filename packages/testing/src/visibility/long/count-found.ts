import type { LevelName } from "@sightline/core/criteria/levels.js";
import type { History } from "@sightline/core/history/history.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { generateVisibilityHistory } from "../generate-visibility.js";
import { createVisibilityOracle } from "../visibility-oracle.js";
import { expectSame } from "../../expect-same.js";

/** Of how many questions a witness was found, or missed; and how many the definition refutes. */
export interface FoundCounts {
  readonly found: number;
  readonly missed: number;
  readonly refuted: number;
}

/**
 * Holds a search that only ever finds witnesses against the definition of the levels, on the small histories of the
 * seeds 1 … `count`: where it finds one, there is one.
 *
 * @param isFound `undefined` where the question is none for the search
 */
export function countFound(
  type: SequentialType,
  levels: readonly LevelName[],
  count: number,
  operations: number,
  isFound: (history: History, level: LevelName, seed: number) => boolean | undefined,
): FoundCounts {
  const counts = { found: 0, missed: 0, refuted: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const history = generateVisibilityHistory(type, seed, operations);
    let oracle: ReturnType<typeof createVisibilityOracle> | undefined;
    for (const level of levels) {
      const found = isFound(history, level, seed);
      if (found === undefined) continue;
      oracle ??= createVisibilityOracle(history, type, { order: "session" });
      const holds = oracle.satisfiesLevels(() => level);
      if (found) expectSame(holds, true, () => `seed ${seed}, ${level}`);
      counts[holds ? (found ? "found" : "missed") : "refuted"]++;
    }
  }
  return counts;
}
