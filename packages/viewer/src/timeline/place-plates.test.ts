import { expect, test } from "vitest";
import { type Curve, placePlates } from "./place-plates.js";

const straight = (x1: number, y1: number, x2: number, y2: number): Curve => ({
  x1,
  y1,
  x2,
  y2,
  bend: [x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3, x1 + (2 * (x2 - x1)) / 3, y1 + (2 * (y2 - y1)) / 3],
});

test("a plate alone stands in the middle of its arrow", () => {
  expect(placePlates([straight(0, 0, 100, 40)])).toEqual([[50, 20]]);
});

test("plates of arrows that cross do not lie on each other", () => {
  const [first, second] = placePlates([straight(0, 0, 400, 80), straight(0, 80, 400, 0)]);
  expect(first).toEqual([200, 40]);
  expect(second[0]).toBeCloseTo(120);
  expect(second[1]).toBeCloseTo(56);
});

test("where no place is free a plate stands in the middle all the same", () => {
  const short = straight(0, 0, 10, 10);
  expect(placePlates([short, short])[1]).toEqual([5, 5]);
});
