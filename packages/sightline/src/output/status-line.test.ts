import { expect, test } from "vitest";
import { createStatusLine, renderBar } from "./status-line.js";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  const line = createStatusLine({ isTTY, columns: 60, write }, () => time);
  return { written, line, at: (now: number) => (time = now) };
}

test("a status line comes after a second, and not too often", () => {
  const { written, line, at } = terminal(true);
  line.update(0.1, "early");
  line.hide();
  expect(written).toEqual([]);
  at(1000);
  line.update(0.5, "half");
  at(1100);
  line.update(0.6, "too soon");
  expect(written).toEqual([`\r\u001b[K ${"█".repeat(12)}${"░".repeat(12)} 50% · half · 1.0 s`]);
  line.hide();
  line.hide();
  expect(written.slice(1)).toEqual(["\r\u001b[K"]);
});

test("a status line stays within the terminal, and off what is none", () => {
  const wide = terminal(true);
  wide.at(2000);
  wide.line.update(1, "x".repeat(200));
  expect(wide.written[0].length).toBe("\r\u001b[K".length + 59);
  const file = terminal(false);
  file.at(2000);
  file.line.update(1, "done");
  expect(file.written).toEqual([]);
});

test("a bar is never fuller than full", () => {
  expect(renderBar(7)).toBe(` ${"█".repeat(24)} 100%`);
  expect(renderBar(-1)).toBe(` ${"░".repeat(24)} 0%`);
});
