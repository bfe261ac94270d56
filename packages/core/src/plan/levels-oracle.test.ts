// @module-tag slow
import { expect, test } from "vitest";
import { compareLevels } from "@sightline/testing/visibility/compare-levels.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { types } from "../types/index.js";

/** Replicated types have a test of their own, as has that some are others with fewer methods. */
const others = [...new Set(Object.values(types))].filter(
  ({ name, replicated }) => replicated === undefined && !/^(lww|pn)-/.test(name),
);
const SEEDS = seeds(250);

test.each(others.map((type) => [type.name, type] as const))(
  "check agrees with the definition of the levels on %s: uniform and mixed, pending operations and both orders",
  (_, type) => {
    const { wrong, held } = compareLevels(type, SEEDS, (seed) => generateVisibilityHistory(type, seed, 4));
    expect(wrong).toEqual([]);
    // Both verdicts are common, and weaker levels hold more often.
    expect(held.complete).toBeGreaterThan(SEEDS / 20);
    expect(held.complete).toBeLessThan((SEEDS * 98) / 100);
    expect(held.weak).toBeGreaterThanOrEqual(held.complete);
  },
);
