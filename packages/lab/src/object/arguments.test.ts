import { createRandom, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { argumentTypes, drawArguments, type ValuesByType } from "./arguments.js";
import type { ParameterSpec } from "./object-spec.js";

/** Every argument that comes for a parameter, in order. */
function drawn(parameter: ParameterSpec, count = 2, byType: ValuesByType = {}): readonly Value[] {
  const random = createRandom(1);
  const texts = Array.from({ length: 300 }, () =>
    JSON.stringify(drawArguments({ parameters: [parameter] }, { count, byType }, random)[0]),
  );
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as Value);
}

describe("arguments", () => {
  test.each<[string, Value[]]>([
    ["int", [0, 1]],
    ["long", [0, 1]],
    ["java.lang.Integer", [0, 1]],
    ["java.lang.Object", [0, 1]],
    ["any", [0, 1]],
    ["boolean", [false, true]],
    ["java.lang.Boolean", [false, true]],
    ["double", [0.5, 1.5]],
    ["java.lang.Float", [0.5, 1.5]],
    ["char", ["a", "b"]],
    ["java.lang.Character", ["a", "b"]],
    ["java.lang.String", ["a", "b"]],
    ["string", ["a", "b"]],
    ["java.lang.CharSequence", ["a", "b"]],
  ])("of %s are %j", (type, values) => expect(drawn({ type })).toEqual(values));

  test("are as many as one likes", () => {
    expect(drawn({ type: "int" }, 4)).toEqual([0, 1, 2, 3]);
    expect(drawn({ type: "java.lang.String" }, 28)).toHaveLength(28);
  });

  test("of collections, arrays and maps are of the types of their parts", () => {
    const text = { type: "java.lang.String" };
    expect(drawn({ type: "java.util.List" })).toEqual([[0, 0], [0, 1], [0], [1, 0], [1, 1], [1]]);
    expect(drawn({ type: "java.util.Deque", of: [text] }, 1)).toEqual([["a", "a"], ["a"]]);
    expect(drawn({ type: "double[]" }, 1)).toEqual([[0.5, 0.5], [0.5]]);
    expect(drawn({ type: "java.lang.String[][]" }, 1)).toContainEqual([["a"], ["a", "a"]]);
    expect(drawn({ type: "java.util.SortedMap", of: [text, { type: "boolean" }] }, 1)).toContainEqual([
      ["a", true],
      ["a", false],
    ]);
    expect(drawn({ type: "java.util.Optional", of: [text] })).toEqual([["a"], ["b"], []]);
  });

  test("are those of the specification, or those that are given for a type", () => {
    const colour = { type: "a.Paint$Colour", values: ["RED", "GREEN"] };
    expect(drawn(colour)).toEqual(["GREEN", "RED"]);
    expect(drawn(colour, 2, { Colour: ["BLUE"] })).toEqual(["BLUE"]);
    expect(drawn({ type: "java.util.Set", of: [colour] }, 2, { "a.Paint$Colour": ["BLUE"] })).toContainEqual([
      "BLUE",
    ]);
    expect(drawn({ type: "java.lang.Object", as: "java.lang.String" }, 2, { String: ["x", "y"] })).toEqual([
      "x",
      "y",
    ]);
  });

  test("are written with their type where it tells overloads apart", () => {
    expect(drawn({ type: "long", cast: true })).toEqual([{ long: 0 }, { long: 1 }]);
    expect(drawn({ type: "java.lang.Object", cast: true }, 1)).toEqual([{ Object: 0 }]);
  });

  test("have types, each named once", () => {
    const text = { type: "java.lang.String" };
    expect(
      argumentTypes([
        { name: "put", parameters: [{ type: "java.lang.Object", as: "java.lang.String" }, text] },
        { name: "putAll", parameters: [{ type: "java.util.Map", of: [text, { type: "int[]" }] }] },
      ]),
    ).toEqual(["java.lang.String", "java.util.Map", "int[]", "int"]);
  });
});
