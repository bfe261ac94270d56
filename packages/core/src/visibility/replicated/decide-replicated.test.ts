import { describe, expect, test } from "vitest";
import { checkWithin } from "../../check.js";
import { parseHistory } from "../../history/parse-history.js";
import { types } from "../../types/index.js";
import { compareAxioms } from "@sightline/testing/axioms/compare-axioms.js";
import { compareLevels } from "@sightline/testing/visibility/compare-levels.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";

const replicated = [types["or-set"], types["mv-register"], types.sequence];

describe.each(replicated.map((type) => [type.name, type] as const))("%s", (_, type) => {
  test("check agrees with the definition of the levels, uniform and mixed", () => {
    const count = seeds(160);
    const { wrong, held } = compareLevels(type, count, (seed) =>
      generateVisibilityHistory(type, seed, seed % 10 === 0 ? 4 : 3),
    );
    expect(wrong).toEqual([]);
    expect(held.complete).toBeGreaterThan(count / 20);
    expect(held.complete).toBeLessThan((count * 98) / 100);
    expect(held.weak).toBeGreaterThan(held.complete);
  });

  test("and of random axiom models, with filters and with relax lin", () => {
    const { held, wrong } = compareAxioms(type, 200, (seed) =>
      generateVisibilityHistory(type, seed, seed % 4 === 0 ? 4 : 3),
    );
    expect(wrong).toEqual([]);
    expect(Math.min(held.satisfied, held.violated)).toBeGreaterThan(2);
  });
});

test("the time is asked for within a round of conclusions, not only between rounds", () => {
  const writes = Array.from({ length: 300 }, (_, i) => `write(${i})`);
  const sessions = Array.from({ length: 5 }, (_, s) => `{ ${writes.slice(60 * s, 60 * s + 60).join("; ")} }`);
  const history = parseHistory(
    `mv-register ${sessions.join(" || ")} || { read() => [3, 63]; read() => [5] }`,
  );
  let asked = 0;
  const cancelled = (): boolean => {
    asked++;
    return false;
  };
  const options = { criterion: "causal", algorithm: "visibility", explain: false } as const;
  expect(checkWithin(history, { ...options, bounds: { cancelled } }).verdict).toBe("satisfied");
  expect(asked).toBeGreaterThan(history.size);
});
