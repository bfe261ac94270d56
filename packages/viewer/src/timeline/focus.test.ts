import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { textsOf } from "../document/texts.js";
import { focusOn } from "./focus.js";
import { sceneOf } from "./scene.js";

const history = parseHistory(
  "register { write(1) @0-10; write(2) @500-510 } || { read() => 1 @400-440; read() => 2 @960-1000 }",
);
const scene = sceneOf(history, textsOf(history), "time");
const everything = focusOn(scene, { ids: "all" }, { from: 0, to: 1 }).view;

test("all, a stretch, or operations with some of what is around them", () => {
  expect(everything).toEqual({ from: -40, to: 1040 });
  expect(focusOn(scene, { ids: [], span: { from: 100, to: 200 } }, everything).view).toEqual({
    from: 96,
    to: 204,
  });
  const { view, row } = focusOn(scene, { ids: [2] }, everything);
  expect(row).toBe(1);
  expect([view.from < 400, view.to > 440, view.to - view.from < 200]).toEqual([true, true, true]);
});

test("gently: what is in view and large enough stays where it is", () => {
  expect(focusOn(scene, { ids: [0, 1], gently: true }, everything).view).toBe(everything);
  // Ten of a thousand can hardly be seen.
  expect(focusOn(scene, { ids: [1], gently: true }, everything).view).not.toBe(everything);
  expect(focusOn(scene, { ids: [3], gently: true }, { from: 0, to: 600 }).view.to).toBeGreaterThan(1000);
});
