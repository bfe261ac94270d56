import * as core from "@sightline/core";
import { expect, test } from "vitest";
import { algorithms, criteria, memoryModels } from "./names.js";
import { oneOf } from "./one-of.js";

test("the names that the help shows are those that there are", () => {
  expect(algorithms).toEqual([...core.algorithms, ...core.visibilityAlgorithms, ...core.memoryAlgorithms]);
  expect(criteria).toEqual(Object.keys(core.criteria));
  expect(memoryModels).toEqual(core.gradual);
});

test("a name is taken, corrected or refused with the list", async () => {
  expect(await oneOf("wgl", algorithms, "algorithm")).toBe("wgl");
  await expect(oneOf("frontir", algorithms, "algorithm")).rejects.toThrow(
    'unknown algorithm "frontir". Did you mean "frontier"?',
  );
  await expect(oneOf("magic", algorithms, "algorithm")).rejects.toThrow(/Known: auto, frontier/);
});
