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

test("tiny shares are written without a power of ten", () => {
  expect([7.19e-9, 7.1e-9, 1e-8, 9.9999e-9, 1.234e-12].map(percent)).toEqual([
    "0.000000719 %",
    "0.00000071 %",
    "0.000001 %",
    "0.000001 %",
    "0.000000000123 %",
  ]);
});
