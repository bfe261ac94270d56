import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}/src/`, import.meta.url));

/** Tests run on the sources themselves: no build step stands between an edit and its test. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@sightline\/core\/testing$/, replacement: `${source("core")}testing/index.ts` },
      {
        find: /^@sightline\/(core|formats|fleet|sat|lab)$/,
        replacement: `${fileURLToPath(new URL("./packages/", import.meta.url))}$1/src/index.ts`,
      },
      { find: /^sightline$/, replacement: `${source("sightline")}index.ts` },
    ],
  },
  test: {
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts"],
    // Every core works; vitest would leave one idle.
    maxWorkers: availableParallelism(),
    // Not a measure of anything: only what hangs for good is ended, on a busy machine too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The gate asks for a report to count from.
    ...(process.env.SIGHTLINE_TEST_REPORT === undefined
      ? {}
      : { reporters: ["default", "json"], outputFile: { json: process.env.SIGHTLINE_TEST_REPORT } }),
  },
});
