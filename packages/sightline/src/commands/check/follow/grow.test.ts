import { appendFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";
import { grow } from "./grow.js";
import { linesAndTicks } from "./lines-and-ticks.js";

const folder = scratchFolder();

test("a file that grows, is moved away and begun anew, and is cut", async () => {
  const file = join(folder, "log");
  writeFileSync(file, "one\ntw");
  const over = new AbortController();
  const told: string[] = [];
  /** What is done once so much has been told. */
  const then = new Map<string, () => void>([
    ["1: one", () => appendFileSync(file, "o\nthree\n")],
    [
      "3: three",
      () => {
        renameSync(file, `${file}.1`);
        // Whoever has the old file open still writes to it.
        appendFileSync(`${file}.1`, "four\nhalf");
        writeFileSync(file, "five, longer than what was there before, by far\n");
      },
    ],
    [
      "1: five, longer than what was there before, by far",
      () => {
        truncateSync(file);
        appendFileSync(file, "six\n");
      },
    ],
    ["1: six", () => over.abort()],
  ]);
  for await (const news of linesAndTicks(grow(file, over.signal), 1_000_000, over.signal))
    for (const one of news) {
      const words = typeof one === "string" ? one : `${one.line}: ${one.text}`;
      told.push(words);
      then.get(words)?.();
    }
  expect(told).toEqual([
    "1: one",
    "2: two",
    "3: three",
    "4: four",
    "5: half",
    "anew",
    "1: five, longer than what was there before, by far",
    "anew",
    "1: six",
  ]);
});

test("a file that is not there is told", async () => {
  const bytes = grow(join(folder, "none"), new AbortController().signal);
  await expect(bytes[Symbol.asyncIterator]().next()).rejects.toThrow("ENOENT");
});
