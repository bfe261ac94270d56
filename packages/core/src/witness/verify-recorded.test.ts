import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { levelNames } from "../criteria/levels.js";
import { parseHistory } from "../history/parse-history.js";
import type { Witness } from "../result.js";
import { types } from "../types/index.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { verifyWitness } from "./verify-criterion.js";

const history = parseHistory(
  "set { add(1) => true sees []; add(2) => true saw {0:1} } || { contains(1) => true sees [0]; contains(2) => false saw {0:1, 1:1} }",
);
const verified = (criterion: string, witness: Witness, of = history): string => {
  const found = verifyWitness(of, { type: types.set, criterion }, witness);
  return found.valid ? "valid" : found.reason;
};

describe("a witness of a history that tells what operations saw", () => {
  test("may say that they see that", () => {
    const witness = { linearization: [0, 2, 3, 1], sights: "recorded" } as const;
    for (const criterion of ["weak", "causal", "complete", "lin-prefix"])
      expect(verified(criterion, witness)).toBe("valid");
    expect(verified("weak", { ...witness, linearization: [2, 0, 3, 1] })).toContain(
      "operation 2, contains(1) => true, was recorded as seeing operation 0, add(1) => true, which stands after it",
    );
    expect(verified("complete", { ...witness, linearization: [0, 1, 2, 3] })).toContain("vis ⊇ lin asks for");
  });

  test("is refused where it contradicts what was recorded", () => {
    const linearization = [0, 1, 2, 3];
    expect(verified("weak", { linearization, visibility: { 2: [0], 3: [0, 2] } })).toBe("valid");
    expect(verified("weak", { linearization, visibility: { 2: [], 3: [0, 2] } })).toBe(
      "operation 2, contains(1) => true, was recorded as seeing operation 0, add(1) => true, and does not see it",
    );
    expect(verified("weak", { linearization, visibility: { 2: [0] } })).toBe(
      "operation 3, contains(2) => false, sees operation 1, add(2) => true, and was not recorded as seeing it",
    );
    // Queries that were not told may be seen.
    expect(verified("weak", { linearization, visibility: { 2: [0], 3: [0, 2] } })).toBe("valid");
  });

  test("cannot say that they see what was recorded where nothing was, or say it in two ways", () => {
    const plain = parseHistory("set { add(1) => true } || { contains(1) => true }");
    const witness = { linearization: [0, 1], sights: "recorded" } as const;
    expect(verified("weak", witness, plain)).toBe("the history does not tell what operations saw");
    expect(verified("weak", { ...witness, visibility: {} })).toContain('"sights" stands in the place of');
    expect(verified("weak", { ...witness, sights: "told" as never })).toContain('must be "recorded"');
  });

  test("with any order and what was recorded holds exactly where the definition says so", () => {
    let held = 0;
    let refused = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const type = [types.set, types.register, types["or-set"]][seed % 3];
      const one = generateVisibilityHistory(type, seed, 4, true);
      if (check(one, { type, criterion: "weak" }).stats.algorithm !== "recorded sights") continue;
      const oracle = createVisibilityOracle(one, type);
      for (const level of levelNames) {
        const shown = new Set<string>();
        for (const { linearization } of oracle.explanations(() => level)) shown.add(linearization.join());
        for (const linearization of permutations([...one.label.keys()])) {
          const { valid } = verifyWitness(
            one,
            { type, criterion: level },
            { linearization, sights: "recorded" },
          );
          expect([seed, level, linearization, valid]).toEqual([
            seed,
            level,
            linearization,
            shown.has(linearization.join()),
          ]);
          if (valid) held++;
          else refused++;
        }
      }
    }
    expect(Math.min(held, refused)).toBeGreaterThan(200);
  });
});

function permutations(ids: readonly number[]): number[][] {
  if (ids.length === 0) return [[]];
  return ids.flatMap((first) =>
    permutations(ids.filter((id) => id !== first)).map((rest) => [first, ...rest]),
  );
}
