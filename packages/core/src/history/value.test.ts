import { describe, expect, test } from "vitest";
import { canonical, compare, equal, type Value } from "./value.js";

/** In the order that `compare` promises. */
const ascending: readonly Value[] = [
  null,
  false,
  true,
  -5,
  0,
  0.5,
  10,
  "",
  "10",
  "9",
  "a",
  [],
  [null],
  [1],
  [1, 0],
  [2],
  ["a"],
  [[]],
  { a: 1, b: 2 }, // objects stand by their text
  { a: 1 },
  { a: 2 },
  { b: 0 },
  {},
];

describe("values", () => {
  test("are compared by a total order", () => {
    const sign = (a: number, b: number) => Math.sign(a - b);
    for (const [i, a] of ascending.entries())
      for (const [j, b] of ascending.entries()) {
        expect(Math.sign(compare(a, b)), `${canonical(a)} and ${canonical(b)}`).toBe(sign(i, j));
      }
  });

  test("are equal by structure", () => {
    for (const [i, a] of ascending.entries())
      for (const [j, b] of ascending.entries()) {
        expect(equal(a, structuredClone(b))).toBe(i === j);
        expect(canonical(a) === canonical(b)).toBe(i === j);
        expect(compare(a, b) === 0).toBe(i === j);
      }
  });

  test("have no order of keys, and no magic ones", () => {
    expect(canonical({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    const magic = JSON.parse('{"__proto__":1,"constructor":2}') as Value;
    expect(canonical(magic)).toBe('{"__proto__":1,"constructor":2}');
    expect(equal(magic, { constructor: 2 })).toBe(false);
    expect(equal(-0, 0)).toBe(true);
    expect(canonical(-0)).toBe(canonical(0));
    for (const number of [0, -1, 0.1, 1e21, 1e-7, 2 ** 53, -1.5e300])
      expect(canonical(number)).toBe(JSON.stringify(number));
  });
});
