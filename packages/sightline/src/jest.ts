/**
 * Matchers for jest: `setupFilesAfterEnv: ["sightline/jest"]`, or `import "sightline/jest"` in a test, adds them to
 * `expect`.
 */
import { type HistoryMatchers, matchers } from "./matchers/matchers.js";

const { expect } = globalThis as { expect?: { extend?: (more: typeof matchers) => void } };
if (expect?.extend === undefined)
  throw new Error(
    "sightline/jest adds matchers to jest's global `expect`, and there is none: import it in a test, or name it in setupFilesAfterEnv",
  );
expect.extend(matchers);

declare global {
  namespace jest {
    // biome-ignore lint: the parameters are those of the interface that is added to
    interface Matchers<R, T = {}> extends HistoryMatchers<R> {}
  }
}

export { type HistoryMatchers, matchers };
