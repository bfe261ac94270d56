import { expect, test } from "vitest";
import type { Input } from "../job.js";
import { chunksOf } from "./chunk.js";

const line = `${JSON.stringify({ type: "set", name: "x".repeat(1000), operations: [] })}\n`;
const input = (text: string, name = "given"): Input => ({
  name,
  source: { bytes: new TextEncoder().encode(text) },
});
const sizes = (inputs: readonly Input[], threads: number): number[] =>
  [...chunksOf(inputs, undefined, { threads })].map(({ pieces }) => pieces.length);

test("few inputs are a chunk each, many are gathered, and the last are few again", () => {
  const some = (count: number): Input[] => Array.from({ length: count }, () => input(line));
  expect(sizes(some(3), 2)).toEqual([1, 1, 1]);
  const many = sizes(some(1000), 2);
  expect(many[0]).toBe(62);
  expect(many.at(-1)).toBe(1);
  expect(many.reduce((sum, size) => sum + size, 0)).toBe(1000);
  expect(Math.max(...sizes(some(5000), 2))).toBe(128);
});

test("a large file of lines is split into ranges for all threads, and the last is marked", () => {
  const chunks = [
    ...chunksOf([input("{}"), input(line.repeat(300)), input("{}")], undefined, { threads: 2 }),
  ];
  const ranges = chunks.slice(1, -1).map(({ pieces: [piece] }) => piece);
  expect(chunks[0].pieces[0]).toMatchObject({ input: 0, last: true });
  expect(chunks.at(-1)?.pieces[0]).toMatchObject({ input: 2, last: true });
  expect(ranges.length).toBeGreaterThan(4);
  expect(ranges.every(({ input: of, range }) => of === 1 && range !== undefined)).toBe(true);
  expect(ranges.map(({ last }) => last)).toEqual(ranges.map((_, i) => i === ranges.length - 1));
});

test("what cannot be split is one piece: one thread, another format, no such lines, no such file", () => {
  const large = input(line.repeat(300));
  expect(sizes([large], 1)).toEqual([1]);
  expect([...chunksOf([large], "jepsen", { threads: 2 })]).toHaveLength(1);
  expect(sizes([input(`[${line.repeat(300)}]`)], 2)).toEqual([1]);
  expect(sizes([{ name: "none", source: { path: "/no/such/file" } }], 2)).toEqual([1]);
});
