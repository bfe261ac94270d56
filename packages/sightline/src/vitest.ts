/**
 * Matchers for vitest: `import "sightline/vitest"` in a test or a set-up file adds them to `expect`.
 *
 * ```ts
 * expect(rec.history()).toSatisfy("causal", { type: "set" });
 * ```
 */
import { expect } from "vitest";
import { type HistoryMatchers, matchers } from "./matchers/matchers.js";

expect.extend(matchers);

declare module "vitest" {
  interface Assertion<T> {
    toSatisfy: HistoryMatchers<void>["toSatisfy"] &
      (T extends never ? never : (matcher: (value: T) => boolean, message?: string) => void);
    toBeLinearizable: HistoryMatchers<void>["toBeLinearizable"];
    toConverge: HistoryMatchers<void>["toConverge"];
  }
}

export { type HistoryMatchers, matchers };
