import { describe, expect, test } from "vitest";
import { nearbySatisfied } from "@sightline/testing/evidence/nearby-satisfied.js";
import { mutateProof } from "@sightline/testing/proof/mutate-proof.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import { levelNames } from "../../criteria/levels.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import { findType } from "../../types/index.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";

describe.each(["or-set", "mv-register", "sequence"])("at levels, what is violated of %s", (name) => {
  const type = findType(name);
  // All orders of the elements of longer sequences are too many to be tried for each of these.
  const sizeOf = (seed: number): number => (name === "sequence" ? 3 + (seed % 4) : 4 + (seed % 8));

  test("has a proof, and no proof fits a history that is satisfied", () => {
    const met = { violated: 0, proved: 0, wrong: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const history = generateVisibilityHistory(type, seed, sizeOf(seed));
      const random = createRandom(seed);
      const options = { type, criterion: random.pick(levelNames) };
      const result = check(history, options);
      if (result.verdict !== "violated") continue;
      met.violated++;
      const { proof, steps = [] } = result.violation;
      if (proof === undefined || !("tree" in proof)) continue;
      met.proved++;
      if (result.violation.headline?.includes("was not there at the start") !== true)
        expect(steps.length, `seed ${seed}`).toBeGreaterThan(0);
      const spec = findCriterion(result.criterion);
      for (let near = 0; near < 4; near++) {
        const other = nearbySatisfied(history, options, random);
        let mutated = proof;
        for (let edits = 0; other !== undefined && edits < 6; edits++) {
          met.wrong++;
          expect(verifyProof(other, spec, { type }, mutated).valid, `seed ${seed}`).toBe(false);
          mutated = mutateProof(mutated, history.size, random);
        }
      }
    }
    expect(met.violated).toBeGreaterThan(20);
    expect(met.proved).toBeGreaterThan(0.97 * met.violated);
    expect(met.wrong).toBeGreaterThan(40);
  });
});

describe("a proof by hand about values that are there", () => {
  const subject = { type: findType("or-set") };
  const text = "or-set { add(1) } || { remove(1); contains(1) => true }";
  const proof = (clash: unknown, steps: unknown = []) => ({
    criterion: "basic",
    views: [],
    tree: { steps, end: { clash } },
  });
  const verify = (history: string, one: unknown) =>
    verifyProof(parseHistory(history), findCriterion("basic"), subject, one);

  test("of one that nobody put", () => {
    const nobody = text.replace("add(1)", "add(2)");
    expect(verify(nobody, proof([{ answered: 2 }]))).toEqual({ valid: true });
    expect(verify(text, proof([{ answered: 2 }])).valid).toBe(false);
  });

  test("of one that was taken away by who had seen it", () => {
    const seen = "or-set { add(1); remove(1); contains(1) => true }";
    expect(verify(seen, proof([{ answered: 2 }, [0, 1], [1, 2]]))).toEqual({ valid: true });
    // Who did not see it put takes nothing away.
    expect(verify(text, proof([{ answered: 2 }, [1, 2]])).valid).toBe(false);
  });

  test("is refused where there is no such operation, or no such type", () => {
    expect(verify(text, proof([{ answered: 7 }]))).toEqual({
      valid: false,
      reason: expect.stringContaining("the id of an operation, from 0 to 2") as string,
      tooLarge: false,
    });
    const other = verifyProof(
      parseHistory(text.replace("or-set", "set")),
      findCriterion("basic"),
      { type: findType("set") },
      proof([{ answered: 2 }]),
    );
    expect(other.valid).toBe(false);
  });
});
