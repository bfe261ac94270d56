// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileForTest, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const noJdk = await whyNoJdk();
const folder = fileURLToPath(new URL("../../../../../examples/lab/", import.meta.url));

const FAULTY = ["LostUpdateCounter", "CheckThenActCache", "ForgetfulBox", "HalfSeenMap"];
const CORRECT = ["AtomicCounter", "AtomicCache", "WakefulBox", "WholeMap"];

let classes: string;

const testClass = (name: string) =>
  sightline(
    `test java:${name} --classpath ${classes} --programs 6 --seconds 0.1 --shrink 0 --json`.split(" "),
  );

interface Summary {
  readonly verdict: "admitted" | "violated" | "unknown";
  readonly untested: readonly object[];
  readonly unknown: number;
  readonly programs: number;
}

const summaryOf = (run: Awaited<ReturnType<typeof testClass>>): Summary =>
  (lines(run).at(-1) as { summary: Summary }).summary;

// How much is seen is up to the machine, and so is whether a fault shows in these few runs (`sightline test` runs a
// hundred times as many). What must hold on any: nothing right is blamed, and green says what was tested.
describe.skipIf(noJdk !== undefined)("the Java classes of examples/lab", () => {
  beforeAll(async () => {
    const sources = readdirSync(folder).filter((file) => file.endsWith(".java"));
    classes = await compileForTest(
      Object.fromEntries(
        sources.map((file) => [file.replace(".java", ""), readFileSync(`${folder}${file}`, "utf8")]),
      ),
    );
  }, 0);
  afterAll(() => rm(classes, { recursive: true }));

  test("are all tested here", () => {
    const names = readdirSync(folder).flatMap((file) => /^(\w+)\.java$/.exec(file)?.[1] ?? []);
    expect(names.sort()).toEqual([...FAULTY, ...CORRECT].sort());
  });

  const statuses = { admitted: 0, violated: 1, unknown: 2 };

  test.each([...FAULTY, ...CORRECT])(
    "%s: green only for its tests, red only if faulty",
    { timeout: 0 },
    async (name) => {
      const run = await testClass(name);
      const { verdict, untested, unknown, programs } = summaryOf(run);
      expect(run.code).toBe(statuses[verdict]);
      if (CORRECT.includes(name)) expect(verdict).not.toBe("violated");
      if (verdict !== "admitted") return;
      expect(untested).toEqual([]);
      expect(2 * unknown).toBeLessThanOrEqual(programs);
    },
  );
});
