import type { TestPlan } from "@sightline/lab/trials/run-tests.js";

/** A short plan: what a test is about, it says; of the rest, the least. */
export const testPlan = (changes: Partial<TestPlan>): TestPlan => ({
  spec: undefined,
  generate: { seed: 1 },
  count: 1,
  levels: { "*": "complete" },
  secondsPerProgram: 0.3,
  seed: 1,
  shrinkTrials: 0,
  failFast: false,
  ...changes,
});
