import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bin } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";

const folder = scratchFolder();

/** The texts of our modules that the threads load for a command, whatever its exit status. */
function loadedBy(...args: readonly string[]): readonly string[] {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  try {
    execFileSync(process.execPath, [bin, ...args], { env, stdio: "ignore" });
  } catch {
    // A violation is told by the status.
  }
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.includes("/lib/esm/"));
  });
  return [...new Set(urls)].map((url) => readFileSync(fileURLToPath(url), "utf8"));
}

const tiny = join(folder, "tiny.json");
writeFileSync(tiny, '{"type":"register","operations":[{"session":0,"method":"read","result":null}]}');

const [engines, prover] = ["function decideWithin(", "function prove("];
const has = (texts: readonly string[], words: string): boolean => texts.some((text) => text.includes(words));

test("help loads no engine", () => {
  const loaded = loadedBy("--help");
  expect(loaded.length).toBeGreaterThan(0);
  expect(has(loaded, engines)).toBe(false);
});

test("a check loads few modules, and what explains only for a violation", () => {
  const loaded = loadedBy("check", tiny);
  expect([has(loaded, engines), has(loaded, prover)]).toEqual([true, false]);
  expect(loaded.length).toBeLessThan(12);
  expect(has(loadedBy("check", "register { write(1); write(2); read() => 1 }"), prover)).toBe(true);
});
