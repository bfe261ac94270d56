import { expect, test } from "vitest";
import { styleFor } from "../../render/style.js";
import { createLiveBlock } from "./live-block.js";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  const block = createLiveBlock({ isTTY, columns: 10, write }, () => time);
  return { written, block, at: (now: number) => (time = now) };
}

test("a block is drawn again in its place, not too often, and taken off", () => {
  const { written, block, at } = terminal(true);
  block.show("a\nb\n");
  block.show("too soon\n");
  at(200);
  block.show("c\n");
  block.clear();
  block.clear();
  expect(written).toEqual(["a\nb\n", "\u001b[2A\u001b[Jc\n", "\u001b[1A\u001b[J"]);
});

test("lines that are too long take more of the screen; colours take none", () => {
  const { written, block } = terminal(true);
  const { colours } = styleFor({ isTTY: true }, {});
  block.show(`${"x".repeat(21)}\n${colours.red("y".repeat(10))}\n\n`);
  expect(written.at(-1)).toContain("\u001b[31myy");
  block.clear();
  expect(written.at(-1)).toBe("\u001b[5A\u001b[J");
});

test("nothing is drawn on what is no terminal", () => {
  const { written, block } = terminal(false);
  block.show("a\n");
  block.clear();
  expect(written).toEqual([]);
});
