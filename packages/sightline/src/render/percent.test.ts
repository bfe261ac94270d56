import { expect, test } from "vitest";
import { percent } from "./percent.js";

test("shares in per cent, with three digits that mean something", () => {
  expect([0, 1, 0.5, 0.000012296, 0.123456].map(percent)).toEqual([
    "0 %",
    "100 %",
    "50 %",
    "0.00123 %",
    "12.3 %",
  ]);
});
