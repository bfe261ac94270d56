import { checkWithin } from "@sightline/core/check.js";
import type { LevelName } from "@sightline/core/criteria/levels.js";
import type { OrderName } from "@sightline/core/criteria/order-name.js";
import type { History } from "@sightline/core/history/history.js";
import { createRandom } from "@sightline/core/random.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { generateVisibilityHistory } from "../generate-visibility.js";
import { createVisibilityOracle } from "../visibility-oracle.js";
import { isWhole } from "./whole-problem.js";
import { expectSame } from "../../expect-same.js";

/** Whether the level holds for all operations; `undefined` where that is not decided. */
export type DecideLevel = (history: History, level: LevelName, order: OrderName) => boolean | undefined;

/**
 * Expects that decisions agree with the definition of the levels on the small histories of the seeds 1 … `count` in
 * which all took effect. How many were asked for, how many decided, and how many of these hold.
 */
export function compareWithDefinition(
  type: SequentialType,
  levels: readonly LevelName[],
  count: number,
  decide: DecideLevel,
): { readonly asked: number; readonly decided: number; readonly held: number } {
  const counts = { asked: 0, decided: 0, held: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const history = generateVisibilityHistory(type, seed, seed % 5 === 0 ? 4 : 3);
    if (!isWhole(history)) continue;
    const order = createRandom(seed).pick(["session", "realtime"] as const);
    const oracle = createVisibilityOracle(history, type, { order });
    for (const level of levels) {
      const holds = oracle.satisfiesLevels(() => level);
      const found = decide(history, level, order);
      counts.asked++;
      if (found === undefined) continue;
      counts.decided++;
      if (holds) counts.held++;
      expectSame(found, holds, () => `seed ${seed} ${level} ${order}`);
    }
  }
  return counts;
}

/** The most configurations that the exact search may visit. */
const MOST_STATES = 500;

/**
 * Expects that decisions agree with the exact search on the histories of the seeds 1 … `count`, over session order,
 * where both decide. How many were asked for, how many hold and do not, and how many one of them leaves open.
 */
export function compareWithSearch(
  levels: readonly LevelName[],
  count: number,
  generate: (seed: number) => History,
  decide: DecideLevel,
): { readonly asked: number; readonly satisfied: number; readonly violated: number; readonly open: number } {
  const counts = { asked: 0, satisfied: 0, violated: 0, open: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const history = generate(seed);
    for (const level of levels) {
      const bounds = { states: MOST_STATES };
      const options = { criterion: level, algorithm: "visibility", explain: false, bounds } as const;
      const { verdict } = checkWithin(history, options);
      const found = decide(history, level, "session");
      counts.asked++;
      if (verdict === "unknown" || found === undefined) counts.open++;
      else {
        counts[verdict]++;
        expectSame(found ? "satisfied" : "violated", verdict, () => `seed ${seed} ${level}`);
      }
    }
  }
  return counts;
}
