import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { textsOf } from "../document/texts.js";
import { layArrow } from "./draw-arrows.js";
import {
  type Geometry,
  momentAt,
  operationAt,
  pathOf,
  rowSizes,
  rowsHeight,
  sceneOf,
  xOf,
  yOf,
} from "./scene.js";

const history = parseHistory(
  "register { write(1) @0-100; read() => 1 @200-300 } || { write(2) @50- ; read() => 2 @60-70 }",
);
const scene = sceneOf(history, textsOf(history), "time");
const geometry: Geometry = {
  width: 1100,
  height: 400,
  gutter: 100,
  axis: 20,
  strip: 0,
  rowHeight: 20,
  laneGap: 10,
  top: 0,
  view: { from: 0, to: 500 },
};

test("a moment has a place, and a place a moment", () => {
  expect(xOf(geometry, 250)).toBe(600);
  expect(momentAt(geometry, 600)).toBe(250);
});

test("lanes stand one below the other, with gaps; scrolled rows move up", () => {
  expect([0, 1, 2].map((row) => yOf(scene, geometry, row))).toEqual([25, 55, 75]);
  expect(yOf(scene, { ...geometry, top: 30 }, 2)).toBe(45);
  expect(rowsHeight(scene, geometry)).toBe(80);
});

test("rows are as high as there is room for, within reason", () => {
  expect(rowSizes(scene, 1000)).toEqual({ rowHeight: 34, laneGap: 64 });
  expect(rowSizes(scene, 60)).toEqual({ rowHeight: 18, laneGap: 8 });
});

test("an operation is found where it is drawn, and a narrow one nearby", () => {
  expect(operationAt(scene, geometry, xOf(geometry, 50), 30)).toBe(0);
  expect(operationAt(scene, geometry, xOf(geometry, 150), 30)).toBe(-1);
  expect(operationAt(scene, geometry, xOf(geometry, 100) + 2, 30)).toBe(0);
  expect(operationAt(scene, geometry, xOf(geometry, 65), 80)).toBe(3);
  expect(operationAt(scene, geometry, 50, 30)).toBe(-1);
  expect(operationAt(scene, geometry, xOf(geometry, 50), 5)).toBe(-1);
});

test("an order passes through each interval, never back in time", () => {
  expect([...pathOf(scene, [2, 0, 3, 1])]).toEqual([50, 50, 60, 200]);
  const untimed = parseHistory("register { write(1); read() => 1 } || { write(2) }");
  const sequence = sceneOf(untimed, textsOf(untimed), "sequence");
  expect([...pathOf(sequence, [2, 0, 1])]).toEqual([0.41, 0.41, 1.41]);
});

test("an arrow leads from an end to a beginning, or between the middles of what overlaps", () => {
  const edge = (from: number, to: number) => ({ from, to, kind: "rt" as const, because: "" });
  expect(layArrow(scene, geometry, edge(3, 1))).toMatchObject({
    x1: xOf(geometry, 70),
    x2: xOf(geometry, 200),
    y1: 85,
    y2: 35,
  });
  expect(layArrow(scene, geometry, edge(0, 3))).toMatchObject({
    x1: xOf(geometry, 50),
    x2: xOf(geometry, 65),
    y1: 45,
    y2: 75,
  });
  const core = sceneOf(history, textsOf(history), "order", { only: [1, 3] });
  expect(layArrow(core, geometry, edge(0, 3))).toBeUndefined();
});
