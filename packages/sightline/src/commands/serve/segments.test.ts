import { readSync } from "node:fs";
import { createRandom } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { segmentsOf } from "./segments.js";

const history = (value: number): string => `{"operations":[{"session":0,"method":"m","args":[${value}]}]}\n`;

/** The parts of a text that comes in pieces, some after a while. */
async function partsOf(
  text: string,
  seed: number,
  format?: string,
): Promise<{ text: string; line: number | undefined }[]> {
  const random = createRandom(seed);
  const bytes = Buffer.from(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random.int(random.chance(0.5) ? 20 : 400);
      if (random.chance(0.1)) await new Promise((resolve) => setTimeout(resolve, 12));
      yield new Uint8Array(bytes.subarray(at, at + size));
      at += size;
    }
  }
  const parts: { text: string; line: number | undefined }[] = [];
  for await (const { source, line } of segmentsOf(pieces(), format)) {
    if ("bytes" in source) parts.push({ text: Buffer.from(source.bytes).toString(), line });
    else if ("descriptor" in source) {
      const buffer = Buffer.alloc(bytes.length);
      const read = readSync(source.descriptor, buffer, 0, buffer.length, 0);
      parts.push({ text: buffer.toString("utf8", 0, read), line });
    }
  }
  return parts;
}

describe("a body", () => {
  test("of histories in lines comes in parts that begin and end with a history, whatever its pieces", async () => {
    let most = 0;
    for (let seed = 0; seed < 20; seed++) {
      const random = createRandom(seed);
      const lines = Array.from({ length: 40 }, (_, i) =>
        i > 0 && random.chance(0.2) ? '{"type":"set"}\n{"session":0,"method":"m"}\n' : history(i),
      );
      const text = lines.join("").slice(0, random.chance(0.5) ? undefined : -1);
      const parts = await partsOf(text, seed);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      let line = 1;
      for (const part of parts) {
        expect(part.line ?? 1).toBe(line);
        expect(part.text.startsWith('{"operations"') || part.text.startsWith('{"type"')).toBe(true);
        line += part.text.split("\n").length - 1;
      }
      for (const part of parts.slice(0, -1)) expect(part.text).toMatch(/\{"operations".*\n$/);
      most = Math.max(most, parts.length);
    }
    expect(most).toBeGreaterThan(1);
  });

  test.each([
    ["another format", history(1).repeat(30), "jepsen"],
    ["a header first", `{"type":"set"}\n${history(1).repeat(30)}`, undefined],
    ["a history over several lines", '{"type":"set",\n"operations":[]}\n', undefined],
    ["nothing", "", undefined],
    ["no line's end", history(1).trimEnd(), undefined],
  ])("is one part: %s", async (_, text, format) => {
    expect(await partsOf(text, 1, format)).toEqual([{ text, line: undefined }]);
  });

  test("that is long goes through a file", async () => {
    const text = `{"type":"set"}\n${'{"session":0,"method":"m"}\n'.repeat(60_000)}`;
    async function* whole(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    for await (const { source } of segmentsOf(whole(), undefined)) expect("descriptor" in source).toBe(true);
  });
});
