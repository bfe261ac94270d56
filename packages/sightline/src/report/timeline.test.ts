import { expect, test } from "vitest";
import { drawTimeline } from "./timeline.js";

test("draws which event comes before which", () => {
  const intervals = [
    { call: 10, ret: 70 },
    { call: 40, ret: 90 },
    { call: 95, ret: 99 },
  ];
  expect(drawTimeline(intervals, 8)).toEqual([
    "├─┤", //
    " ├─┤",
    "    ├┤",
  ]);
});

test("an operation that never returned runs off to the right", () => {
  const intervals = [{ call: 0 }, { call: 1, ret: 2 }];
  expect(drawTimeline(intervals, 5)).toEqual(["├───▶", " ├┤"]);
});

test("spreads out where there is room, but not without end", () => {
  expect(drawTimeline([{ call: 0, ret: 1 }], 8)).toEqual(["├─┤"]);
  expect(drawTimeline([{ call: 0, ret: 1 }], 1000)).toEqual(["├──┤"]);
});
