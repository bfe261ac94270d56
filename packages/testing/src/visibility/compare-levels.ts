import { type History, check, type SequentialType } from "@sightline/core";
import { type LevelName, levelNames } from "@sightline/core/criteria/levels.js";
import { createRandom } from "@sightline/core/random.js";
import { randomLevels } from "./generate-visibility.js";
import { createVisibilityOracle } from "./visibility-oracle.js";

/** What a comparison met. */
export interface LevelsComparison {
  /** The mistakes, in words: which seed, which question, what was said. */
  readonly wrong: readonly string[];
  /** Of how many histories each level holds. */
  readonly held: Readonly<Record<LevelName, number>>;
}

/**
 * Holds `check` against the definition of the levels (POPL'19 Fig. 6) on the histories of the seeds 1 … `count`: each
 * level for all methods, and a level drawn for each method, over session order or real time.
 */
export function compareLevels(
  type: SequentialType,
  count: number,
  generate: (seed: number) => History,
): LevelsComparison {
  const wrong: string[] = [];
  const held: Record<LevelName, number> = {
    weak: 0,
    basic: 0,
    monotonic: 0,
    peer: 0,
    causal: 0,
    complete: 0,
  };
  for (let seed = 1; seed <= count; seed++) {
    const history = generate(seed);
    const random = createRandom(seed);
    const order = random.pick(["session", "realtime"] as const);
    const oracle = createVisibilityOracle(history, type, { order });
    // In turn as by default, and by the search alone: many a small history has a plain order.
    const algorithm = seed % 2 === 0 ? "auto" : "visibility";
    const options = { type, order, algorithm, explain: false } as const;
    const compare = (asked: object, holds: boolean): void => {
      const { verdict } = check(history, { ...options, ...asked });
      if (verdict !== (holds ? "satisfied" : "violated"))
        wrong.push(`seed ${seed} ${JSON.stringify(asked)} ${order}: ${verdict}`);
    };
    for (const level of levelNames) {
      const holds = oracle.satisfiesLevels(() => level);
      if (holds) held[level]++;
      compare({ criterion: level }, holds);
    }
    const levels = randomLevels(type, random);
    compare(
      { levels },
      oracle.satisfiesLevels((method) => levels[method]),
    );
  }
  return { wrong, held };
}
