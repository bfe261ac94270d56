import { expect, test } from "vitest";
import { findName } from "./find-name.js";

test("capitals make no difference, but the very name comes first", () => {
  expect(findName("map", ["set", "map"])).toBe("map");
  expect(findName("Map", ["set", "map"])).toBe("map");
  expect(findName("Map", ["map", "Map"])).toBe("Map");
  expect(findName("mpa", ["set", "map"])).toBeUndefined();
});
