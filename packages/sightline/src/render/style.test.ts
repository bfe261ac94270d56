import { expect, test } from "vitest";
import { forTerminal, styleFor, wantsColour } from "./style.js";

test("colours on a terminal only, unless the environment says otherwise", () => {
  const terminal = { isTTY: true };
  expect(wantsColour(terminal, {})).toBe(true);
  expect(wantsColour({}, {})).toBe(false);
  expect(wantsColour(terminal, { NO_COLOR: "1" })).toBe(false);
  expect(wantsColour(terminal, { NO_COLOR: "" })).toBe(true);
  expect(wantsColour({}, { FORCE_COLOR: "1" })).toBe(true);
  expect(wantsColour(terminal, { FORCE_COLOR: "0" })).toBe(false);
  expect(wantsColour(terminal, { TERM: "dumb" })).toBe(false);
});

test("takes the width of the terminal, within reason", () => {
  expect(styleFor({ isTTY: true, columns: 132 }, {}).width).toBe(132);
  expect(styleFor({ isTTY: true, columns: 5 }, {}).width).toBe(40);
  expect(styleFor({}, {}).width).toBe(100);
  expect(styleFor({}, { COLUMNS: "72" }).width).toBe(72);
  expect(styleFor({ isTTY: true, columns: 132 }, { COLUMNS: "60" }).width).toBe(60);
  expect(styleFor({}, { COLUMNS: "wide" }).width).toBe(100);
});

test("our colours are colours, those of inputs are text", () => {
  const { colours } = styleFor({ isTTY: true }, {});
  const text = colours.bold(colours.red("\u001b[32m✔\u001b[0m"));
  expect(forTerminal(`${text}\n`)).toBe("\u001b[1m\u001b[31m\\u001b[32m✔\\u001b[0m\u001b[39m\u001b[22m\n");
  expect(forTerminal(styleFor({}, {}).colours.red("a"))).toBe("a");
});
