import type { LevelName } from "@sightline/core/criteria/levels.js";
import type { History } from "@sightline/core/history/history.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { expectSame } from "../../expect-same.js";
import { seeds } from "../../seeds.js";
import { createVisibilityOracle } from "../visibility-oracle.js";

/**
 * Holds what only ever refutes against the definition of a level, on drawn histories over session order: what it refutes
 * is violated. How many that are, and how many the definition refutes.
 */
export function countRefuted(
  type: SequentialType,
  level: LevelName,
  draw: (seed: number) => History,
  isRefuted: (history: History) => boolean,
): { readonly refuted: number; readonly violated: number } {
  const counts = { refuted: 0, violated: 0 };
  for (let seed = 1; seed <= seeds(600); seed++) {
    const history = draw(seed);
    const holds = createVisibilityOracle(history, type, { order: "session" }).satisfiesLevels(() => level);
    if (!holds) counts.violated++;
    if (!isRefuted(history)) continue;
    counts.refuted++;
    expectSame(holds, false, `seed ${seed}`);
  }
  return counts;
}
