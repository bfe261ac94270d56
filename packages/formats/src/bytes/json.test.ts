import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Value } from "@sightline/core";
import { PlacedError } from "../input-error.js";
import { failureOf, inChunks } from "@sightline/testing/formats/read-all.js";
import { createJsonParser } from "./json.js";
import { openWindow, steps, windowOver } from "./window.js";

const parse = (text: string): Value => createJsonParser(windowOver(Buffer.from(text))).value();

const failure = (text: string): string => failureOf(parse, text);

/** As `JSON.parse` sees it: a literal that JSON cannot say, such as -0, is the same on both sides. */
const safe = fc.oneof(
  fc.jsonValue().filter((value) => !/\d{16}|e\+/u.test(JSON.stringify(value))),
  fc.array(fc.dictionary(fc.constantFrom("a", "__proto__", "é"), fc.integer())),
);

describe("the JSON parser", () => {
  test("agrees with JSON.parse on 1,000 random values, compact and indented", () => {
    fc.assert(
      fc.property(safe, fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 1000, seed: 3 },
    );
  });

  test("accepts exactly what JSON.parse accepts, of 5,000 random short texts", () => {
    const alphabet = [
      ...Array.from('{}[],:"\\0123456789-+.eEutnrlas \n\u0001é'),
      "true",
      "null",
      '"a"',
      "[1",
      '{"a":',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        const window = windowOver(Buffer.from(text));
        const parser = createJsonParser(window);
        let actual: Value | undefined;
        try {
          actual = parser.value();
          if (parser.more()) actual = undefined;
        } catch (error) {
          expect(error).toBeInstanceOf(PlacedError);
          if (/exceeds 2\^53|stands twice|too large/u.test((error as Error).message)) return;
        }
        expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 5000, seed: 5 },
    );
  });

  test("does not care where chunks end", async () => {
    const value = { 'kéy "q"': [1, -2.5e3, "\u{1f600}x\n", true, null, { a: [] }], plain: 1234567 };
    const bytes = Buffer.from(JSON.stringify(value));
    for (let size = 1; size <= bytes.length; size++) {
      const window = openWindow(inChunks(bytes, size));
      const parser = createJsonParser(window);
      let read: Value | undefined;
      await steps(window, () => {
        read = parser.value();
        return false;
      });
      expect(read).toEqual(value);
    }
  });

  test.each([
    ["[1,\n  x]", '2:3 expected a value, not "x"'],
    ['{"a":1,"a":2}', '1:8 the key "a" stands twice'],
    ['{"__proto__":1,"__proto__":2}', '1:16 the key "__proto__" stands twice'],
    [
      "9007199254740993",
      "1:1 the number 9007199254740993 exceeds 2^53 and would lose digits: write it as a string",
    ],
    ["1e999", "1:1 the number 1e999 is too large"],
    ["[NaN]", '1:2 expected a value, not "N"'],
    ["[01]", '1:2 "01" is not a number'],
    ["[1.]", '1:2 "1." is not a number'],
    ['["é","\\x"]', "1:6 a string with a wrong escape or a control character in it"],
    ['["a\tb"]', "1:4 a string may not hold a line break or another control character"],
    ['["abc', "1:6 the input ends too early: is it cut off?"],
    ["{a:1}", '1:2 expected a key in double quotes, not "a"'],
    ["[1 2]", '1:4 expected "," or "]" after an element, not "2"'],
    ["[".repeat(10000), "1:202 values may nest 200 deep, no deeper"],
  ])("tells where %j is wrong", (text, expected) => {
    expect(failure(text)).toBe(expected);
  });

  test("refuses text that is not UTF-8", () => {
    const window = windowOver(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
    expect(() => createJsonParser(window).value()).toThrow("not UTF-8");
  });
});
