import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createRandom } from "../random.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { types } from "../types/index.js";
import { levelNames, type LevelName } from "../criteria/levels.js";

/** Replicated types have a test of their own, as has that some are others with fewer methods. */
const others = [...new Set(Object.values(types))].filter(
  ({ name, replicated }) => replicated === undefined && !/^(lww|pn)-/.test(name),
);
const SEEDS = 1500;

describe.each(others.map((type) => [type.name, type] as const))(
  "check agrees with the definition of the levels (POPL'19 Fig. 6) on %s",
  (_, type) => {
    test("uniform and mixed per method, pending operations and both orders", () => {
      const held = new Map<string, number>();
      for (let seed = 1; seed <= SEEDS; seed++) {
        const history = generateVisibilityHistory(type, seed, 4);
        const random = createRandom(seed);
        const order = random.pick(["session", "realtime"] as const);
        const oracle = createVisibilityOracle(history, type, { order });
        // In turn as by default, and by the search alone: many a small history has a plain order.
        const algorithm = seed % 2 === 0 ? "auto" : "visibility";
        const options = { type, order, algorithm, explain: false } as const;
        for (const level of levelNames) {
          const expected = oracle.satisfiesLevels(() => level);
          if (expected) held.set(level, (held.get(level) ?? 0) + 1);
          const { verdict } = check(history, { ...options, criterion: level });
          expect(verdict, `seed ${seed} ${level} ${order}`).toBe(expected ? "satisfied" : "violated");
        }
        const levels = randomLevels(type, random) as Record<string, LevelName>;
        const expected = oracle.satisfiesLevels((method) => levels[method]);
        const { verdict } = check(history, { ...options, levels });
        expect(verdict, `seed ${seed} ${JSON.stringify(levels)} ${order}`).toBe(
          expected ? "satisfied" : "violated",
        );
      }
      // Both verdicts are common, and weaker levels hold more often.
      expect(held.get("complete")).toBeGreaterThan(SEEDS / 20);
      expect(held.get("complete")).toBeLessThan((SEEDS * 98) / 100);
      expect(held.get("weak")).toBeGreaterThanOrEqual(held.get("complete") ?? 0);
    });
  },
);
