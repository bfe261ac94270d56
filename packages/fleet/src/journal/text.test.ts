import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { fromText, toText } from "./text.js";

test.each<[string, unknown]>([
  ["what JSON knows", { a: [1, "two", null, true], b: { c: -1.5e300 } }],
  ["numbers that are none", [NaN, Infinity, -Infinity, -0, 0]],
  [
    "typed arrays, also a part of a buffer",
    { a: new Int32Array([1, -2]), b: new Float64Array([NaN, 0.1, 2]).subarray(1) },
  ],
  ["gaps in arrays", [undefined, [undefined, 1]]],
  [
    "maps and sets",
    {
      a: new Map<unknown, unknown>([
        ["x", -0],
        [1, new Set([1n])],
      ]),
    },
  ],
  ["keys that mean something here", { $: "Map", of: { $: 1, of: [NaN] }, __proto__x: 1 }],
  [
    "a whole history",
    parseHistory('register(7) { write(1) @0-10; ?write("$") @11- } || { read() => 1 @2-5 }'),
  ],
])("%s come back", (_, value) => {
  const back = fromText(toText(value));
  expect(back).toEqual(value);
  expect(toText(back)).toBe(toText(value));
});

test("a key called __proto__ is data", () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"$":-0}');
  const back = fromText(toText({ value })) as { value: object };
  expect(Object.keys(back.value)).toEqual(["__proto__", "$"]);
});

test("a value of a kind that is not known is told", () =>
  expect(() => fromText('{"$":"Nosuch"}')).toThrow("no such kind of value: Nosuch"));
