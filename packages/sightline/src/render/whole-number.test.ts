import { expect, test } from "vitest";
import { wholeNumber } from "./whole-number.js";

test("whole numbers are grouped by thousands, as the language does", () => {
  for (const number of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -4321, 2 ** 53])
    expect(wholeNumber(number)).toBe(number.toLocaleString("en"));
});
