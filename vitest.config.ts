import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const packages = fileURLToPath(new URL("./packages/", import.meta.url));

/** Tests run on the sources themselves: no build step stands between an edit and its test. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@sightline\/(\w+)\/(.+)\.js$/, replacement: `${packages}$1/src/$2.ts` },
      { find: /^@sightline\/(\w+)$/, replacement: `${packages}$1/src/index.ts` },
      { find: /^sightline$/, replacement: `${packages}sightline/src/index.ts` },
    ],
  },
  test: {
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts"],
    // A file that begins with "// @module-tag slow" takes more than a few seconds, or starts a JVM, a server or the
    // command; `npm run test:quick` leaves it out.
    tags: [{ name: "slow", description: "more than a few seconds, or other programs started" }],
    // Test files share their process and what it has loaded: each leaves things as they were (fake timers, spies,
    // environment). Loading the sources anew for each file took a third of the time.
    isolate: false,
    // Every core works, and one more test waits for its JVM or its server meanwhile; vitest would leave a core idle.
    maxWorkers: availableParallelism() + 1,
    // Oracles make much garbage, and none of it lives long: with room for it, a tenth of the time is saved.
    execArgv: ["--max-semi-space-size=64"],
    // Not a measure of anything: only what hangs for good is ended, on a busy machine too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The gate asks for a report to count from.
    ...(process.env.SIGHTLINE_TEST_REPORT !== undefined && {
      reporters: ["default", "json"],
      outputFile: { json: process.env.SIGHTLINE_TEST_REPORT },
    }),
  },
});
