import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import * as sightline from "./index.js";

const docs = new URL("../../../docs/", import.meta.url);

/** The fenced blocks marked `ts`. */
const examplesIn = (page: string): string[] =>
  [...readFileSync(new URL(page, docs), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);

/** What a block says that it prints: behind `console.log(…);`, or on the lines of comment below it. */
function promised(block: string): string[] {
  const said: string[] = [];
  let prints = false;
  for (const line of block.split("\n")) {
    const [, comment] = /^\s*\/\/ (.*)$/.exec(line) ?? [];
    if (comment !== undefined && prints) said.push(comment);
    else {
      prints = /console\.log\(/.test(line);
      const [, behind] = /console\.log\(.*\); \/\/ (.*)$/.exec(line) ?? [];
      if (behind !== undefined) said.push(behind);
    }
  }
  return said;
}

/** Runs a block on this package's sources, and tells what it prints. */
async function printedBy(block: string): Promise<string[]> {
  const { code } = await transform(
    block.replaceAll(/^import (\{.*?\}) from "sightline";$/gm, "const $1 = sightline;"),
    {
      loader: "ts",
      target: "node20",
    },
  );
  const printed: string[] = [];
  const text = (word: unknown): string =>
    typeof word === "string" || word === undefined ? String(word) : JSON.stringify(word);
  const console = { log: (...words: unknown[]) => void printed.push(words.map(text).join(" ")) };
  const run = compileFunction(`return (async () => {${code}})();`, ["sightline", "console"]) as (
    ...given: unknown[]
  ) => Promise<void>;
  await run(sightline, console);
  return printed;
}

describe.each([
  ["library.md", 9],
  ["testing.md", 4],
  ["errors.md", 1],
])("the examples of docs/%s print what they say", (page, count) => {
  const examples = examplesIn(page);
  test("are all there", () => expect(examples).toHaveLength(count));
  test.each(examples.map((block, index) => [index + 1, block] as const))("example %i", async (_, block) => {
    const expected = promised(block);
    expect(expected.length).toBeGreaterThan(0);
    expect(await printedBy(block)).toEqual(expected);
  });
});
