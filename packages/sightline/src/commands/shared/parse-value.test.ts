import { expect, test } from "vitest";
import { parseValue } from "./parse-value.js";

test("JSON is a value, unless it nests too deep", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseValue('{"x":[1,null,"[[\\"["]}')).toEqual({ x: [1, null, '[["['] });
  expect(parseValue("null")).toBe(null);
  expect(parseValue("{")).toBeUndefined();
  expect(parseValue(nested(200))).toBeDefined();
  expect(parseValue(nested(201))).toBeUndefined();
  expect(parseValue(nested(100_000))).toBeUndefined();
  expect(parseValue(`"${"[".repeat(300)}"`)).toBe("[".repeat(300));
});
