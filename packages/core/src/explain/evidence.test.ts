// @module-tag slow
import { describe, expect, test } from "vitest";
import { judgeEvidence } from "@sightline/testing/evidence/judge-evidence.js";
import { nearbySatisfied } from "@sightline/testing/evidence/nearby-satisfied.js";
import { questions } from "@sightline/testing/evidence/questions.js";
import { toRecord } from "@sightline/testing/history/history-record.js";
import { mutateProof } from "@sightline/testing/proof/mutate-proof.js";
import type { CheckOptions } from "../ask/check-options.js";
import { check } from "../check.js";
import { findCriterion } from "../criteria/criterion.js";
import type { History } from "../history/history.js";
import { createRandom } from "../random.js";
import type { Result } from "../result.js";
import { findType } from "../types/index.js";
import { verifyProof } from "../witness/proof/verify-proof.js";
import { relaxMemory } from "./memory/memory-core.js";
import { seeds } from "@sightline/testing/seeds.js";

type Violated = Extract<Result, { verdict: "violated" }>;

/** The violated ones among the questions of so many seeds. */
function* violations(name: string, seeds: number): Generator<[History, CheckOptions, Violated, string]> {
  for (let seed = 1; seed <= seeds; seed++) {
    const [history, options] = questions[name](seed);
    const result = check(history, options);
    const where = `seed ${seed}, ${result.criterion}: ${JSON.stringify(toRecord(history))}`;
    if (result.verdict === "violated") yield [history, options, result, where];
  }
}

/** Many more are judged by `npm run bench -- evidence`. */
const SEEDS = seeds(60);

describe.each(Object.keys(questions))("the evidence of a violation of %s", (name) => {
  test("cores are refuted when read back, alternatives hold, proofs verify, and those of other histories do not", () => {
    const met = { violations: 0, cores: 0, alternatives: 0, proofs: 0, wrong: 0 };
    for (const [history, options, result, where] of violations(name, SEEDS)) {
      met.violations++;
      const { faults, alternatives } = judgeEvidence(history, options, result);
      expect(faults, where).toEqual([]);
      met.alternatives += alternatives;
      met.cores += result.violation.core === undefined ? 0 : 1;
      const { proof } = result.violation;
      const type = findType(history.type ?? "");
      if (proof === undefined || !("tree" in proof)) continue;
      met.proofs++;
      const random = createRandom(met.violations);
      const spec = findCriterion(result.criterion);
      for (let near = 0; near < 3; near++) {
        const other = nearbySatisfied(history, { ...options, type }, random);
        if (other === undefined) continue;
        for (const wrong of [proof, mutateProof(proof, history.size, random)]) {
          met.wrong++;
          expect(verifyProof(other, spec, { type }, wrong).valid, where).toBe(false);
        }
      }
    }
    expect(met.violations).toBeGreaterThan(SEEDS / 20);
    expect(met.cores).toBeGreaterThan(0.98 * met.violations);
    expect(met.alternatives).toBeGreaterThan(met.violations / 10);
    expect(met.proofs).toBeGreaterThan(0.97 * met.violations);
    expect(met.wrong).toBeGreaterThan(0);
  });

  test("is the same text whatever the time limit, again and again", () => {
    for (let seed = 1; seed <= SEEDS / 10; seed++) {
      const [history, options] = questions[name](seed);
      const tell = (seconds: number): string => {
        const result = check(history, { ...options, limits: { seconds } });
        return result.verdict === "violated" ? JSON.stringify(result.violation) : result.verdict;
      };
      const [first, ...others] = [tell(60), tell(600), tell(60)];
      for (const other of others) expect(other, `seed ${seed}`).toBe(first);
    }
  });

  test("is left out where it is switched off, and the verdict is the same", () => {
    for (let seed = 1; seed <= SEEDS / 10; seed++) {
      const [history, options] = questions[name](seed);
      const [told, bare] = [check(history, options), check(history, { ...options, explain: false })];
      expect(bare.verdict).toBe(told.verdict);
      if (bare.verdict !== "violated") continue;
      for (const field of ["headline", "steps", "proof", "core", "notation", "alternatives", "cycle"])
        expect(bare.violation, `seed ${seed}`).not.toHaveProperty(field);
    }
  });
});

test("what satisfies a model of memory also satisfies it relaxed, whatever is kept", () => {
  let relaxed = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [history, options] = questions.memory(seed);
    const plain = { ...options, explain: false };
    if (check(history, plain).verdict !== "satisfied") continue;
    const random = createRandom(seed + 1);
    const kept = Array.from(history.label.keys()).filter(() => random.chance(0.5));
    const { history: part } = relaxMemory(history, kept);
    relaxed += part.size < history.size ? 1 : 0;
    const where = `seed ${seed}: ${JSON.stringify([toRecord(history), kept])}`;
    expect(check(part, plain).verdict, where).toBe("satisfied");
  }
  expect(relaxed).toBeGreaterThan(SEEDS / 4);
});
