import { readdirSync, readFileSync } from "node:fs";
import { check, criteria, type History, typeNames } from "@sightline/core";
import { formatNames, readHistories } from "@sightline/formats";
import { storeNames } from "@sightline/stores";
import { describe, expect, test } from "vitest";
import { createProgram } from "./program.js";

const docs = new URL("../../../docs/", import.meta.url);

/** The text of a page. */
const page = (name: string): string => readFileSync(new URL(name, docs), "utf8");

interface Example {
  readonly verdicts: readonly (readonly [criterion: string, verdict: string])[];
  readonly history: string;
}

/** The fenced blocks marked `sightline`: lines `criterion: verdict` (also `levels …`, `axioms …`), then a history. */
function examplesIn(markdown: string): Example[] {
  return [...markdown.matchAll(/^```sightline\n(.*?)^```$/gms)].map(([, block]) => {
    const lines = block.split("\n");
    const isVerdict = (line: string): boolean =>
      /^([\w-]+|levels \S+|axioms [^:]+)( \(realtime\))?: (satisfied|violated)$/.test(line);
    return {
      verdicts: lines.filter(isVerdict).map((line) => line.split(": ") as [string, string]),
      history: lines.filter((line) => !isVerdict(line)).join("\n"),
    };
  });
}

async function parse(text: string): Promise<History> {
  async function* source() {
    yield new TextEncoder().encode(text);
  }
  for await (const item of readHistories(source(), { file: "docs" })) {
    if ("error" in item) throw new Error(JSON.stringify(item.error));
    return item.history;
  }
  throw new Error("no history");
}

describe("the histories in the documentation have the verdicts that it claims", () => {
  for (const file of readdirSync(docs).filter((name) => name.endsWith(".md"))) {
    const examples = examplesIn(readFileSync(new URL(file, docs), "utf8"));
    examples.forEach(({ verdicts, history }, index) => {
      test(`${file}, example ${index + 1}`, async () => {
        expect(verdicts.length).toBeGreaterThan(0);
        const parsed = await parse(history);
        for (const [criterion, verdict] of verdicts)
          expect(check(parsed, { criterion }).verdict, criterion).toBe(verdict);
      });
    });
  }
});

describe("what there is, is told", () => {
  test.each(formatNames)("the format %s", (name) => expect(page("formats.md")).toContain(`\`${name}\``));

  test.each(storeNames)("the store %s", (name) => {
    expect(page("stores.md")).toContain(`\`${name}:`);
    let help = "";
    const measure = createProgram(() => {}).commands.find((command) => command.name() === "measure");
    measure?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toMatch(new RegExp(`^Stores: [^]*\\b${name}\\b[^]*^Exit status`, "m"));
  });

  test.each(typeNames)("the type %s", (name) =>
    expect(page("types.md")).toMatch(new RegExp(`\\b${name}\\b`)),
  );

  test.each(Object.keys(criteria))("the criterion %s", (name) =>
    expect(page("criteria.md") + page("axioms.md") + page("memory.md")).toContain(`\`${name}\``),
  );

  test.each(createProgram(() => {}).commands.map((command) => command.name()))("the command %s", (name) =>
    expect(page("cli.md")).toMatch(new RegExp(`^sightline ${name}\\b`, "m")),
  );
});
