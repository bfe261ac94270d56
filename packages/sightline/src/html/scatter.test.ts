import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { expect, test } from "vitest";
import { createScatter } from "./scatter.js";

const words = {
  one: "check",
  by: "the operations of its history",
  kinds: { satisfied: "it holds", violated: "it does not", unknown: "not known" },
};

test("a few checks are no plot; many are, with one point where several lie on each other", () => {
  const scatter = createScatter(words);
  for (let i = 0; i < 9; i++) scatter.add({ operations: 10, milliseconds: 1, kind: "satisfied" });
  expect(scatter.render()).toBe("");
  scatter.add({ operations: 1000, milliseconds: 100, kind: "violated" });
  const html = scatter.render();
  expect(openElements(html)).toEqual([]);
  expect(html.match(/<circle/g)).toHaveLength(2);
  expect(
    [...html.matchAll(/class="dot (\w+)" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, ...point]) => point),
  ).toEqual([
    ["satisfied", "84", "256"],
    ["violated", "570", "14"],
  ]);
  expect(html).toContain(">1,000<");
  expect(html).toContain("Time by size of 10 checks");
  expect(html).toContain(">100 ms<");
  expect(html).toMatch(/● *<\/span> it holds, .*it does not<\/figcaption>/);
});

test("says what was timed", () => {
  const scatter = createScatter({ ...words, one: "history", by: "its operations" });
  for (let i = 1; i < 12; i++) scatter.add({ operations: i, milliseconds: i, kind: "unknown" });
  expect(scatter.render()).toContain("Time by size of 11 histories");
  expect(scatter.render()).toContain("How long each history took by its operations");
});
