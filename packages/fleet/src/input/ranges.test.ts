import { describe, expect, test } from "vitest";
import type { RandomAccess } from "./random-access.js";
import { openBytes } from "./random-access.js";
import { startsWithWholeHistory, stretchOf } from "./ranges.js";

const over = (text: string): RandomAccess => openBytes({ bytes: new TextEncoder().encode(text) });
const history = (name: string): string => JSON.stringify({ name, operations: [] });

/** The stretches of a text that is cut every so many bytes. */
function cut(text: string, every: number): string[] {
  const bytes = over(text);
  const found: string[] = [];
  for (let start = 0; start < bytes.size; start += every)
    found.push(stretchOf(bytes, start, Math.min(bytes.size, start + every)).bytes.toString());
  return found;
}

const texts: [string, string][] = [
  ["a history on each line", `${["a", "bb", "ccc", "d"].map(history).join("\n")}\n`],
  ["no line break at the end", [history("a"), history("b")].join("\n")],
  ["blank lines and Windows line breaks", `${history("ä")}\r\n\r\n\n${history("b")}\r\n`],
  [
    "headers with operations on lines of their own",
    [history("a"), '{"name":"b"}', '{"method":"x"}', '{"method":"y"}', '{"name":"c"}', '{"method":"z"}'].join(
      "\n",
    ),
  ],
  ["lines that are no JSON", [history("a"), "oops", '{"cut":', history("b"), "]"].join("\n")],
];

describe("an input that is cut into stretches", () => {
  test.each(texts)("loses nothing and begins no stretch in the middle of a history: %s", (_, text) => {
    for (let every = 1; every <= text.length + 1; every++) {
      const stretches = cut(text, every);
      expect(stretches.join("")).toBe(text);
      for (const stretch of stretches.slice(1).filter((one) => one !== "")) {
        const first = JSON.parse(stretch.split("\n")[0]) as object;
        expect("operations" in first || !("method" in first), stretch).toBe(true);
      }
    }
  });

  test("counts the lines of each stretch", () => {
    const [, text] = texts[0];
    const bytes = over(text);
    const half = Math.floor(text.length / 2);
    const lines = [stretchOf(bytes, 0, half), stretchOf(bytes, half, text.length)].map((one) => one.lines);
    expect(lines[0] + lines[1]).toBe(4);
    expect(Math.min(...lines)).toBeGreaterThan(0);
  });
});

test("only lines of whole histories are cut", () => {
  const whole = (text: string): boolean => startsWithWholeHistory(over(text));
  expect(whole(`${history("a")}\n`)).toBe(true);
  expect(whole(`\ufeff${history("a")}\n`)).toBe(true);
  expect(whole('{"type":"set"}\n{"method":"add"}\n')).toBe(false);
  expect(whole('{"process":0,"f":"read"}\n')).toBe(false);
  expect(whole('{\n"operations":[]}\n')).toBe(false);
  expect(whole("")).toBe(false);
  expect(whole(`${history("x".repeat(1 << 20))}\n${history("a")}\n`)).toBe(false);
});
