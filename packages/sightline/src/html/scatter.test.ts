import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { expect, test } from "vitest";
import { createScatter } from "./scatter.js";

test("a few checks are no plot; many are, with one point where several lie on each other", () => {
  const scatter = createScatter();
  for (let i = 0; i < 9; i++) scatter.add({ operations: 10, milliseconds: 1, kind: "satisfied" });
  expect(scatter.render()).toBe("");
  scatter.add({ operations: 1000, milliseconds: 100, kind: "violated" });
  const html = scatter.render();
  expect(openElements(html)).toEqual([]);
  expect(html.match(/<circle/g)).toHaveLength(2);
  expect(
    [...html.matchAll(/class="dot (\w+)" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, ...point]) => point),
  ).toEqual([
    ["satisfied", "76", "260"],
    ["violated", "704", "12"],
  ]);
  expect(html).toContain(">1,000<");
  expect(html).toContain("Time by size of 10 checks");
});
