import { parseEDNString } from "edn-data";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureOf, testData } from "@sightline/testing/formats/read-all.js";
import type { Edn } from "./edn.js";
import { parseEdn } from "./parser.js";
import { ednToValue } from "./value.js";

/** Our values in the shape of edn-data's. */
function asEdnData(value: Edn): unknown {
  if (value === null || typeof value !== "object") return value;
  switch (value.kind) {
    case "keyword":
      return { key: value.name };
    case "symbol":
      return { sym: value.name };
    case "character":
      return { char: value.name };
    case "vector":
      return value.items.map(asEdnData);
    case "list":
      return { list: value.items.map(asEdnData) };
    case "set":
      return { set: value.items.map(asEdnData) };
    case "map":
      return { map: value.entries.map(([key, field]) => [asEdnData(key), asEdnData(field)]) };
    default:
      return { tag: value.tag, val: asEdnData(value.value) };
  }
}

const failure = (text: string): string => failureOf(parseEdn, text);

describe("the EDN parser", () => {
  test("agrees with edn-data on 1,000 random texts", () => {
    const atom = fc.constantFrom(
      ..."nil true false 0 42 -7 +3 1.5 -2.5e3 1.5E-2 :a :b/c :x-y? sym a.b/c - <= \\a \\newline \\space".split(
        " ",
      ),
      '"text"',
      '"a\\n\\"b\\" é"',
      '""',
    );
    const blank = fc.constantFrom(" ", ", ", "\n", " ; comment\n", "  ");
    const { form } = fc.letrec<{ form: string }>((tie) => {
      const several = fc
        .tuple(blank, fc.array(tie("form"), { maxLength: 4 }))
        .map(([gap, forms]) => forms.join(gap));
      // Keys that differ by their place: EDN refuses equal ones.
      const pairs = fc
        .array(tie("form"), { maxLength: 3 })
        .map((forms) => forms.map((value, i) => `:k${i} ${value}`).join(", "));
      return {
        form: fc.oneof(
          { depthSize: "small" },
          atom,
          several.map((inner) => `[${inner}]`),
          several.map((inner) => `(${inner})`),
          pairs.map((inner) => `{${inner}}`),
          atom.map((inner) => `#{${inner}}`),
          tie("form").map((inner) => `#my/tag ${inner}`),
        ),
      };
    });
    fc.assert(
      fc.property(form, (text) => {
        expect(asEdnData(parseEdn(text))).toEqual(parseEDNString(text));
      }),
      { numRuns: 1000, seed: 13 },
    );
  });

  test("agrees with edn-data on real histories", () => {
    for (const file of [
      "bad-analysis",
      "rethink-fail-minimal",
      "multi-register",
      "mongodb-v0-ack-rollback-3",
    ]) {
      const text = testData(`knossos/${file}.edn`).toString();
      expect(asEdnData(parseEdn(text))).toEqual(parseEDNString(text));
    }
  });

  test("reads what edn-data does not: discards, big numbers, symbolic values, characters", () => {
    expect(asEdnData(parseEdn("[1 #_ 2 #_{:a 1} 3 #_#_ 4 5]"))).toEqual([1, 3]);
    expect(parseEdn("12345678901234567890")).toBe(12345678901234567890n);
    expect(parseEdn("12345678901234567890N")).toBe(12345678901234567890n);
    expect(parseEdn("7N")).toBe(7);
    expect(parseEdn("2.50M")).toBe(2.5);
    expect(parseEdn("##-Inf")).toBe(-Infinity);
    expect(asEdnData(parseEdn('[\\( \\, \\" \\u00e9 \\tab]'))).toEqual(
      ["(", ",", '"', "é", "\t"].map((char) => ({ char })),
    );
    expect(asEdnData(parseEdn('#jepsen.history.Op{:a #inst "2020-01-01"}'))).toEqual({
      tag: "jepsen.history.Op",
      val: { map: [[{ key: "a" }, { tag: "inst", val: "2020-01-01" }]] },
    });
  });

  test.each([
    ["[1\n 2", "2:3 the input ends too early: is it cut off?"],
    ["[1\n )", '2:2 expected a value, not ")"'],
    ["{:a 1\n :a 2}", "2:2 the key :a stands twice"],
    ["{:a 1 :b}", "1:9 the key :b has no value"],
    ['["é" 1x]', '1:6 "1x" is not a number'],
    ['"a\\q"', "1:1 a string with a wrong escape in it"],
    ["[:]", '1:2 ":" is not a keyword'],
    ["[\\foo]", '1:2 "\\foo" is not a character'],
    ["1 2", '1:3 expected the end of the text, not "2"'],
    ["[ #", "1:4 the input ends too early: is it cut off?"],
    ["[012]", '1:2 "012" is not a number'],
    ['["a\nb" ]]', '2:5 expected the end of the text, not "]"'],
  ])("tells where %j is wrong", (text, expected) => {
    expect(failure(text)).toBe(expected);
  });

  test("does not run out of stack", () => {
    for (const open of ["[", "(", "{", "#{", "#_", "#t ", "#_["])
      expect(failure(open.repeat(50_000))).toContain("nest 200 deep");
  });
});

describe("EDN as values of a history", () => {
  test.each([
    ["[:a b \\c nil 1 true]", ["a", "b", "c", null, 1, true]],
    ["#{3 :b 1 nil}", [null, 1, 3, "b"]],
    ["{:a 1 2 (3)}", { a: 1, "2": [3] }],
    ['#inst "2020"', "2020"],
    ["12345678901234567890", "12345678901234567890"],
  ])("%s", (text, expected) => {
    expect(ednToValue(parseEdn(text))).toEqual(expected);
  });

  test("keeps __proto__ inert, and refuses what is no value", () => {
    expect(Object.keys(ednToValue(parseEdn("{:__proto__ {:a 1}}")) as object)).toEqual(["__proto__"]);
    expect(() => ednToValue(parseEdn("[##NaN]"))).toThrow("NaN is not a value");
    expect(() => ednToValue(parseEdn('{:a 1 "a" 2}'))).toThrow("two keys");
  });
});
