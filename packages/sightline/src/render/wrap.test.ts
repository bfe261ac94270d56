import { expect, test } from "vitest";
import { wrap } from "./wrap.js";

test("breaks at blanks, within the width, keeping every word", () => {
  const text = "operation 7 read 2 after operation 5 read 1, both after every write had finished";
  const lines = wrap(text, 30, "  ").split("\n");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(30);
    expect(line).toMatch(/^ {2}\S/);
  }
  expect(lines.map((line) => line.trim()).join(" ")).toBe(text);
});

test("keeps given line ends, and words longer than the width", () => {
  expect(wrap(`a\n\n${"b".repeat(50)} c`, 30, " ")).toBe(` a\n\n ${"b".repeat(50)}\n c`);
});
