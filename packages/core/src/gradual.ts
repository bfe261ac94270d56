import type { CheckOptions } from "./ask/check-options.js";
import { check } from "./check.js";
import type { History } from "./history/history.js";
import { type MemoryModel, memoryModels } from "./criteria/memory-models.js";
import type { Result } from "./result.js";
import { violatedByLaw } from "./violated-by-law.js";

/** The models that `gradual` stands for, weakest first. */
export const gradual: readonly MemoryModel[] = memoryModels;

/**
 * Checks all models of shared memory, weakest first (CAV'19 "gradual"): a model that implies one that
 * is already violated is not checked, but violated by that law. The statistics tell how many pairs of
 * writes each model leaves unordered.
 */
export function checkGradually(
  history: History,
  options: Omit<CheckOptions, "criterion" | "levels" | "axioms" | "order"> = {},
): readonly Result[] {
  const results: Result[] = [];
  for (const criterion of gradual)
    results.push(
      violatedByLaw(criterion, results) ?? check(history, { countPairs: true, ...options, criterion }),
    );
  return results;
}
