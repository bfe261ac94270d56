import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { textsOf } from "../document/texts.js";
import type { Look } from "./look.js";
import { placeTags } from "./place-tags.js";
import { type Geometry, sceneOf, yOf } from "./scene.js";

const history = parseHistory(
  "register { write(1) @0-500; write(2) @500-510; write(3) @512-522 } || { read() => 2 @900-910 }",
);
const scene = sceneOf(history, textsOf(history), "time");
const geometry: Geometry = {
  width: 1000,
  height: 400,
  gutter: 0,
  axis: 20,
  strip: 0,
  rowHeight: 30,
  laneGap: 40,
  top: 0,
  view: { from: 0, to: 1000 },
};
const nothing: ReadonlySet<number> = new Set();
const look = (core: readonly number[], stuck = -1): Look =>
  ({ core: new Set(core), stuck, selected: -1, hovered: -1, marked: nothing }) as unknown as Look;

test("what is pointed out and too narrow for its text has it below, where there is room", () => {
  const tags = placeTags(scene, geometry, look([0, 1, 3]));
  // The first has room for its own text.
  expect(tags.map(({ text }) => text)).toEqual(["#1 write(2)", "#3 read() => 2"]);
  expect(tags[0].y).toBeGreaterThan(yOf(scene, geometry, 0) + 30);
  expect(tags[0].x + tags[0].width / 2).toBeCloseTo(505);
  expect(tags[1].x + tags[1].width).toBeLessThanOrEqual(1000);
  expect(placeTags(scene, { ...geometry, laneGap: 10 }, look([1]))).toEqual([]);
});

test("of two that would lie on each other the more important is told", () => {
  expect(placeTags(scene, geometry, look([1, 2], 2)).map(({ id }) => id)).toEqual([2]);
});
