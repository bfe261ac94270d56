import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { textsOf } from "../document/texts.js";
import { whenOf } from "../text/when.js";
import { around } from "./marks.js";
import { type Geometry, markAt, sceneOf, xOf } from "./scene.js";

const history = parseHistory(
  JSON.stringify({
    type: "register",
    operations: [
      { session: 0, method: "write", args: [1], call: 0, return: 100 },
      { session: 1, method: "read", result: 1, call: 50, return: 500 },
      { session: 0, method: "write", args: [2], call: 400 },
    ],
    annotations: [
      { at: 60, until: 420, text: "a link is cut" },
      { at: 200, text: "node 1 is killed" },
      { at: 9999, text: "after all" },
    ],
  }),
);
const texts = textsOf(history);
const scene = sceneOf(history, texts, "time");
const geometry: Geometry = {
  width: 1100,
  height: 400,
  gutter: 100,
  axis: 38,
  strip: 14,
  rowHeight: 20,
  laneGap: 10,
  top: 0,
  view: { from: 0, to: 500 },
};

test("annotations stand at their moments, or between the events that are shown; never beyond the line", () => {
  const { to } = scene.extents;
  expect(scene.marks).toEqual([
    { from: 60, to: 420 },
    { from: 200, to: 200 },
    { from: to, to },
  ]);
  expect(sceneOf(history, texts, "order").marks.slice(0, 2)).toEqual([
    { from: 1.5, to: 3.5 },
    { from: 2.5, to: 2.5 },
  ]);
  expect(sceneOf(history, texts, "order", { only: [1] }).marks.slice(0, 2)).toEqual([
    { from: 0.5, to: 0.5 },
    { from: 0.5, to: 0.5 },
  ]);
  expect(sceneOf(history, texts, "sequence").marks).toEqual([]);
});

test("the one that is pointed at is found in the strip, the shortest first", () => {
  const at = (moment: number, y = 30): number => markAt(scene, geometry, xOf(geometry, moment), y);
  expect([at(100), at(200), at(201), at(440), at(100, 10), at(100, 50)]).toEqual([0, 1, 1, -1, -1, -1]);
  expect(markAt(scene, geometry, 90, 30)).toBe(-1);
});

test("it is shown with some of what is around it", () => {
  expect(around({ from: 60, to: 420 }, { from: 0, to: 500 })).toEqual({ from: -300, to: 780 });
  expect(around({ from: 200, to: 200 }, { from: 0, to: 500 })).toEqual({ from: 175, to: 225 });
});

test("when it was is told by the clock, or by what came before", () => {
  const [first, second] = history.annotations ?? [];
  expect(whenOf(first, history.clock?.annotations?.[0])).toBe("at 60 to 420");
  expect(whenOf(first, undefined)).toBe("after 2 to 4 calls and returns");
  expect(whenOf(second, { at: 1234.5 })).toBe("at 1,234.5");
});
