import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const packages = fileURLToPath(new URL("./packages/", import.meta.url));

/** What tests import of ours is what the build has written; only they themselves are read as they are. */
const built: Plugin = {
  name: "built",
  enforce: "pre",
  resolveId(id, importer) {
    const [, name, path = "index"] = /^@sightline\/(\w+)(?:\/(.+)\.js)?$/.exec(id) ?? [];
    if (name !== undefined) return `${packages}${name}/dist/${path}.js`;
    if (id === "sightline") return `${packages}sightline/dist/index.js`;
    const isOurs = /^\.\.?\/.*\.js$/.test(id) && importer?.includes("/src/") === true;
    return isOurs ? fileURLToPath(new URL(id, pathToFileURL(importer))).replace("/src/", "/dist/") : null;
  },
};

/** What takes longest, the longest first; some of it are small files that wait for servers. */
const LONGEST = [
  "stores/src/servers/zookeeper",
  "sightline/src/documents",
  "stores/src/library/libraries",
  "lab/src/jcstress/jcstress-target",
  "sightline/src/commands/worker/seeds",
  "stores/src/servers/etcd",
  "sightline/src/site",
  "sightline/src/published-package",
  "sightline/src/commands/worker/faults",
  "formats/src/recorders",
  "core/src/explain/evidence",
  "stores/src/servers/postgres",
  "stores/src/servers/nats",
  "core/src/visibility/levels/decide-levels",
];

/** Begins with what takes long, so that no long file runs alone at the end while the other cores are idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      if (place >= 0) return place;
      return LONGEST.length + (readFileSync(moduleId, "utf8").startsWith("// @module-tag slow") ? 0 : 1);
    };
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: rankOf(file) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  }
}

const sources = [
  { find: /^@sightline\/(\w+)\/(.+)\.js$/, replacement: `${packages}$1/src/$2.ts` },
  { find: /^@sightline\/(\w+)$/, replacement: `${packages}$1/src/index.ts` },
  { find: /^sightline$/, replacement: `${packages}sightline/src/index.ts` },
];

/**
 * Tests run on the sources themselves: no build step stands between an edit and its test. Where all was built just now
 * (`npm test`: `--mode built`) they run on that: Node loads it as it is, and a call from one module to another is a call,
 * where a module that was transformed asks a getter each time. That is a sixth of the time.
 */
export default defineConfig(({ mode }) => ({
  ...(mode === "built" ? { plugins: [built] } : { resolve: { alias: sources } }),
  test: {
    ...(mode === "built" && { server: { deps: { external: [/\/dist\/.*\.js$/] } } }),
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts"],
    // A file that begins with "// @module-tag slow" takes more than a few seconds, or starts a JVM, a server or the
    // command; `npm run test:quick` leaves it out.
    tags: [{ name: "slow", description: "more than a few seconds, or other programs started" }],
    // Test files share their process and what it has loaded: each leaves things as they were (fake timers, spies,
    // environment). Loading the sources anew for each file took a third of the time.
    isolate: false,
    // Every core works while others wait for a JVM, a server or a browser; vitest would leave a core idle.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: LongestFirst },
    // Oracles make much garbage, and none of it lives long: with room for it from the beginning, and nobody to help with
    // the collecting where every core has work, it costs less.
    execArgv: [
      "--max-semi-space-size=64",
      "--min-semi-space-size=64",
      "--single-threaded-gc",
      "--initial-old-space-size=512",
    ],
    // Not a measure of anything: only what hangs for good is ended, on a busy machine too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The gate asks for a report to count from.
    ...(process.env.SIGHTLINE_TEST_REPORT !== undefined && {
      reporters: ["default", "json"],
      outputFile: { json: process.env.SIGHTLINE_TEST_REPORT },
    }),
  },
}));
