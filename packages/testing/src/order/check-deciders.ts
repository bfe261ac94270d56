import { check } from "@sightline/core/check.js";
import { algorithms } from "@sightline/core/ask/algorithms.js";
import type { Decider } from "./fuzz.js";

/** `check` itself as deciders: with every algorithm, in parts and as a whole. */
export const checkDeciders: readonly Decider[] = algorithms.flatMap((algorithm) =>
  [true, false].map((partition) => ({
    name: `check with ${algorithm}${partition ? "" : " and no partition"}`,
    decide(history, type, criterion) {
      const options = { type, criterion, algorithm, partition, cacheSize: 3, verify: false, explain: false };
      const result = check(history, options);
      return result.verdict === "satisfied"
        ? { verdict: "satisfied", witness: result.witness }
        : { verdict: result.verdict };
    },
  })),
);
