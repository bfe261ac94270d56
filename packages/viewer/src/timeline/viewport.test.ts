import { expect, test } from "vitest";
import { fit, pan, shows, ticks, zoom } from "./viewport.js";

const whole = { from: 0, to: 1000 };

test("a stretch is fitted with a margin, and the whole with its own", () => {
  expect(fit({ from: 100, to: 200 }, whole)).toEqual({ from: 96, to: 204 });
  expect(fit(whole, whole)).toEqual({ from: -40, to: 1040 });
});

test("zooming keeps the place under the pointer where it is", () => {
  const view = { from: 0, to: 100 };
  expect(zoom(view, 2, 20, whole)).toEqual({ from: 10, to: 60 });
  expect(zoom(zoom(view, 4, 30, whole), 0.25, 30, whole)).toEqual(view);
});

test("one cannot leave the whole, nor come closer than can be told apart", () => {
  expect(pan({ from: 900, to: 1000 }, 5, whole)).toEqual({ from: 940, to: 1040 });
  expect(zoom({ from: 0, to: 1000 }, 0.001, 500, whole)).toEqual({ from: -40, to: 1040 });
  const closest = zoom({ from: 0, to: 1000 }, 1e12, 500, whole);
  expect(closest.to - closest.from).toBeCloseTo(1080 * 1e-7, 9);
});

test("what is seen in part is not shown", () => {
  expect(shows({ from: 0, to: 10 }, { from: 2, to: 10 })).toBe(true);
  expect(shows({ from: 0, to: 10 }, { from: 2, to: 11 })).toBe(false);
});

test("ticks are round numbers", () => {
  expect(ticks({ from: -1, to: 101 }, 6)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticks({ from: 0.1, to: 0.42 }, 4)).toEqual([0.1, 0.2, 0.3, 0.4]);
  expect(ticks({ from: 1e12, to: 1e12 + 10 }, 3)).toEqual([1e12, 1e12 + 5, 1e12 + 10]);
});
