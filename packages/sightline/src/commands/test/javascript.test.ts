// @module-tag slow
import { fileURLToPath } from "node:url";
import { readSpec } from "@sightline/lab";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { describe, expect, test } from "vitest";

const file = fileURLToPath(new URL("../../../../../examples/lab/stale-cache.ts", import.meta.url));
const stale = `js:${file}#StaleCache`;

interface Line {
  readonly program: string;
  readonly shrunkFrom?: string;
  readonly outcomes: readonly unknown[];
}

// The scheduler of async methods is seeded: these runs always go the same way.
describe("a class in TypeScript with async methods", () => {
  test("its bug is found, made small, and seen again", async () => {
    const options = ["--mode", "async", "--seconds", "0.05", "--json"];
    const run = await sightline(["test", stale, ...options]);
    expect(run).toMatchObject({ code: 1, err: "" });
    const found = lines(run).slice(0, -1) as unknown as Line[];
    const smallest = found.find(({ shrunkFrom }) => shrunkFrom !== undefined);
    expect(smallest?.program).toMatch(
      /^\{ [^;]* \} \|\| \{ [^;]*; [^;]* \}$|^\{ [^;]*; [^;]* \} \|\| \{ [^;]* \}$/,
    );
    const again = await sightline(["test", stale, "--program", smallest?.program ?? "", ...options]);
    expect(again.code).toBe(1);
    const [line] = lines(again) as unknown as Line[];
    expect(line.outcomes).toEqual(smallest?.outcomes);
  });

  test("the one without it shows nothing", async () => {
    const run = await sightline([
      "test",
      `js:${file}#FreshCache`,
      "--mode",
      "async",
      "--seconds",
      "0.02",
      "--programs",
      "10",
    ]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toContain("✔ nothing beyond the specification was seen: 10 programs");
  });

  test("Ctrl-C ends the tests, and what was seen is told", async () => {
    const args = ["test", `js:${file}#FreshCache`, "--mode", "async", "--duration", "600"];
    const run = await sightline(args, { interruptAt: "to hold" });
    expect(run.code).toBe(130);
    expect(run.out).toMatch(/seed 1, interrupted\n/);
  });

  test("is described", async () => {
    const run = await sightline(["describe", stale, "--mode", "async"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(readSpec(run.out).methods.map(({ name }) => name)).toEqual(["get", "put"]);
  });

  test.each([
    [`js:${file}#NoCache`, /exports no NoCache; it exports .*StaleCache/],
    ["js:./nowhere.ts#A", /nowhere\.ts could not be loaded/],
  ])("%s cannot be opened", async (target, message) => {
    const run = await sightline(["test", target, "--mode", "async"]);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });
});
