import { mutateProof } from "@sightline/testing/proof/mutate-proof.js";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { expect, test } from "vitest";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import { findType } from "../../types/index.js";
import type { Proof } from "../../witness/proof/proof.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";

const criteria = ["weak", "basic", "monotonic", "peer", "causal", "complete"];

test.each(["set", "register", "counter", "queue", "or-set"])(
  "what operations saw is a premise of proofs, and no proof holds of what satisfies it: %s",
  (name) => {
    const type = findType(name);
    const proofs: [Proof, number][] = [];
    const satisfied: (readonly [ReturnType<typeof parseHistory>, string])[] = [];
    let [violated, proved, byRecords] = [0, 0, 0];
    for (let seed = 1; seed <= seeds(25); seed++) {
      const history = generateVisibilityHistory(type, seed, 5, true);
      for (const criterion of criteria) {
        const result = check(history, { criterion });
        if (result.verdict === "satisfied") satisfied.push([history, criterion]);
        if (result.verdict !== "violated") continue;
        violated++;
        const { proof } = result.violation;
        if (proof === undefined || !("tree" in proof)) continue;
        proved++;
        if (JSON.stringify(proof).includes('"recorded"')) byRecords++;
        proofs.push([proof, history.size]);
        expect(verifyProof(history, findCriterion(criterion), { type }, proof)).toEqual({ valid: true });
      }
    }
    expect(proved / violated).toBeGreaterThan(0.85);
    expect(byRecords).toBeGreaterThan(5);
    const random = createRandom(7);
    for (const [history, criterion] of satisfied)
      for (let trial = 0; trial < 10; trial++) {
        const [proof, size] = random.pick(proofs);
        const other = { ...mutateProof(proof, Math.max(size, history.size), random), criterion };
        const checked = verifyProof(history, findCriterion(criterion), { type }, other);
        expect(checked.valid, JSON.stringify(other)).toBe(false);
      }
  },
);

test("a record that was not made, and one of an operation that may not have happened, is no premise", () => {
  const verifies = (text: string, recorded: readonly [number, number]) =>
    verifyProof(
      parseHistory(text),
      findCriterion("basic"),
      { type: findType("register") },
      { criterion: "basic", views: [], tree: { end: { clash: [[0, 1], { recorded }] } } },
    );
  const missed = "register { write(1); read() => null sees [] }";
  expect(verifies(missed, [1, 0])).toEqual({ valid: true });
  const nothing = { valid: false, reason: "of a sight nothing was recorded", tooLarge: false };
  expect(verifies(missed, [0, 1])).toEqual(nothing);
  expect(verifies("register { write(1); read() => null }", [1, 0])).toEqual(nothing);
  expect(verifies("register { write(1); ?cas(1,2) sees [] }", [1, 0])).toEqual(nothing);
  // Of queries that were not recorded nothing is known.
  expect(verifies("register { read() => null; read() => null sees [] }", [1, 0])).toEqual(nothing);
});

test("is told with what was recorded", () => {
  const text = "set { add(1) sees [] } || { contains(1) => true sees [0]; contains(1) => false sees [] }";
  const result = check(parseHistory(text), { criterion: "monotonic" });
  expect(result.verdict === "violated" && result.violation.steps).toEqual([
    "1. #0 is seen by #1 (recorded), which comes before #2 (same session): so, by monotonic (what an operation sees, those after it see), #2 sees #0; yet #2 does not see #0 (recorded): a contradiction.",
  ]);
});
