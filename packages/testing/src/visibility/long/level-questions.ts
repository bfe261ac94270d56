import { LEVEL, type LevelName, levelNames } from "@sightline/core/criteria/levels.js";
import { labelOf } from "@sightline/core/history/history.js";
import { createRandom } from "@sightline/core/random.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import type { LongTask } from "@sightline/core/visibility/long/conclude/saturate.js";
import { createKeyModel } from "@sightline/core/visibility/long/models/key-model.js";
import { createSumModel } from "@sightline/core/visibility/long/models/sum-model.js";
import { generateVisibilityHistory, randomLevels } from "../generate-visibility.js";
import { createVisibilityOracle } from "../visibility-oracle.js";
import { wholeProblem } from "./whole-problem.js";

/** A question of levels about a small history. */
export interface LevelQuestion {
  readonly task: LongTask;
  /** The level of all operations; `undefined` where each method has its own. */
  readonly level: LevelName | undefined;
  /** Seed, levels and order, in words. */
  readonly name: string;
  /** Whether the levels hold, by their definition. */
  holds(): boolean;
}

/**
 * Questions about the small histories of the seeds 1 … `count`: each level for all methods, and a level drawn for each
 * method, over session order or real time.
 */
export function* levelQuestions(type: SequentialType, count: number): Generator<LevelQuestion> {
  for (let seed = 1; seed <= count; seed++) {
    const history = generateVisibilityHistory(type, seed, 4 + (seed % 4 === 0 ? 1 : 0));
    const random = createRandom(seed);
    const order = random.pick(["session", "realtime"] as const);
    const problem = wholeProblem(history, type, order);
    if (problem === undefined) continue;
    const oracle = createVisibilityOracle(history, type, { order });
    const keys = createKeyModel(problem);
    const sums = createSumModel(problem);
    const mixed = randomLevels(type, random);
    for (const level of [...levelNames, undefined]) {
      const levelOf = (method: string): LevelName => level ?? mixed[method];
      const levels = Uint8Array.from(problem.ids, (id) => LEVEL[levelOf(labelOf(history, id).method)]);
      yield {
        task: { problem, levels, keys, sums },
        level,
        name: `seed ${seed} ${level ?? JSON.stringify(mixed)} ${order}`,
        holds: () => oracle.satisfiesLevels(levelOf),
      };
    }
  }
}
