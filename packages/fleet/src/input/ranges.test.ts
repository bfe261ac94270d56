import { describe, expect, test } from "vitest";
import type { RandomAccess } from "./random-access.js";
import { openBytes } from "./random-access.js";
import { holdsHistoryPerLine, rangesOf } from "./ranges.js";

const over = (text: string): RandomAccess => openBytes({ bytes: new TextEncoder().encode(text) });
const history = (name: string): string => JSON.stringify({ name, operations: [] });

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
  [
    "the word in a value",
    [history("a"), '{"method":"\\"operations\\"","x":"operations"}', history("b")].join("\n"),
  ],
];

describe("an input that is cut into ranges", () => {
  test.each(texts)("loses nothing and begins none in the middle of a history: %s", (_, text) => {
    const content = over(text);
    for (let length = 1; length <= text.length + 1; length++) {
      const ranges = [...rangesOf(content, length)];
      const parts = ranges.map(({ start, end }) => content.read(start, end - start).toString());
      expect(parts.join("")).toBe(text);
      for (const part of parts) expect(JSON.parse(part.split("\n")[0])).toHaveProperty("operations");
      const before = ranges.map((__, i) => parts.slice(0, i).join(""));
      expect(ranges.map(({ line }) => line)).toEqual(before.map((part) => part.split("\n").length));
    }
  });

  test("is cut into as many as there are histories, where each is long enough", () => {
    const [[, text]] = texts;
    expect([...rangesOf(over(text), 1)]).toHaveLength(4);
    expect([...rangesOf(over(text), text.length)]).toHaveLength(1);
  });

  test("is left in one piece where no history begins for long", () => {
    const operation = '{"method":"x"}\n';
    const text = `${history("a")}\n{"name":"b"}\n${operation.repeat(600_000)}${history("c")}\n`;
    expect([...rangesOf(over(text), 10)]).toHaveLength(1);
    const long = `${history("a")}\n${history("x".repeat(1 << 21))}\n${history("c")}\n`;
    expect([...rangesOf(over(long), 10)].map(({ line }) => line)).toEqual([1, 3]);
  });
});

test("only lines of whole histories are cut", () => {
  const whole = (text: string): boolean => holdsHistoryPerLine(over(text));
  expect(whole(`${history("a")}\n`)).toBe(true);
  expect(whole(`${history("a")}\n\n {"type":"set"}`)).toBe(true);
  expect(whole(`\ufeff${history("a")}\n`)).toBe(true);
  expect(whole(`${history("a")}\nnot JSON\n`)).toBe(false);
  expect(whole('{"type":"set"}\n{"method":"add"}\n')).toBe(false);
  expect(whole('{"process":0,"f":"read"}\n')).toBe(false);
  expect(whole('{\n"operations":[]}\n')).toBe(false);
  expect(whole("")).toBe(false);
  expect(whole(`${history("x".repeat(1 << 20))}\n${history("a")}\n`)).toBe(false);
});
