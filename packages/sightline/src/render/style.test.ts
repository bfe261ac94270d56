import { expect, test } from "vitest";
import { styleFor, wantsColour } from "./style.js";

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
});
