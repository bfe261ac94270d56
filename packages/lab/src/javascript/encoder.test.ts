import type { Value } from "@sightline/core";
import { expect, test } from "vitest";
import { createEncoder, decode } from "./encoder.js";
import { createTally } from "./tally.js";

test("values have codes and codes values", () => {
  const values: Value[] = [
    null,
    true,
    false,
    0,
    7,
    -1,
    1.5,
    2 ** 40,
    "a",
    [1, "a"],
    { throws: "E" },
    "a",
    -1,
  ];
  const encoder = createEncoder();
  const codes = values.map((value) => encoder.encode(value));
  expect(codes.every((code) => code === (code | 0))).toBe(true);
  const others = encoder.takeNew();
  expect(others).toEqual([-1, 1.5, 2 ** 40, "a", [1, "a"], { throws: "E" }]);
  expect(codes.map((code) => decode(code, others))).toEqual(values);
  expect(encoder.takeNew()).toEqual([]);
  expect(encoder.encode("b")).toBe(-7);
  expect(encoder.takeNew()).toEqual(["b"]);
});

test("a tally counts outcomes whatever codes the threads gave", () => {
  const tally = createTally([1, 2]);
  tally.learn(0, ["a"]);
  tally.learn(1, ["b", { x: 1, y: 2 }, { y: 2, x: 1 }]);
  // Three executions in memory for four: the last column is not in use.
  const codes = Int32Array.of(-1, -1, -1, 99, -1, -1, -1, 99, -2, -3, 0, 99);
  tally.count(codes, 4, 3);
  expect(tally.executions()).toBe(3);
  expect(tally.outcomes()).toEqual([
    { results: ["a", "b", { x: 1, y: 2 }], count: 2 },
    { results: ["a", "b", null], count: 1 },
  ]);
});
