import { describe, expect, test } from "vitest";
import type { ObjectSpec } from "../object/object-spec.js";
import { isMeant, requestOf } from "./request.js";

const object = { type: "java.lang.Object" };

const described: ObjectSpec = {
  class: "Bag",
  methods: [
    { name: "add", parameters: [object] },
    { name: "remove", parameters: [object] },
    { name: "remove", parameters: [{ type: "int" }] },
  ],
  skipped: [
    { name: "each(java.util.function.Consumer)", reason: "no argument can be made" },
    { name: "_inner()", reason: "private by its name", hidden: true },
  ],
};

describe("what is asked for", () => {
  test("is by default every public method, whether or not it can be tested", () => {
    expect(requestOf({ spec: described }, undefined)).toEqual({
      asked: ["add(java.lang.Object)", "remove(java.lang.Object)", "remove(int)"],
      impossible: [{ method: "each(java.util.function.Consumer)", reason: "no argument can be made" }],
      notAsked: [{ method: "_inner()", reason: "private by its name" }],
    });
  });

  test("is what a specification lists, where one is given; the rest is named", () => {
    const [add] = described.methods;
    const spec = { class: "Bag", methods: [{ ...add, parameters: [{ type: "Object" }] }] };
    const { asked, impossible, notAsked } = requestOf({ spec, described }, undefined);
    expect([asked, impossible]).toEqual([["add(java.lang.Object)"], []]);
    expect(notAsked.map(({ method }) => method)).toEqual([
      "remove(java.lang.Object)",
      "remove(int)",
      "each(java.util.function.Consumer)",
    ]);
    const reread = requestOf({ spec: described, described }, undefined);
    expect(reread.impossible).toEqual([]);
    expect(reread.notAsked[0].reason).toBe("no argument can be made");
  });

  test("is what is named, an overload by its types", () => {
    expect(requestOf({ spec: described }, ["remove(Object)"]).asked).toEqual(["remove(java.lang.Object)"]);
    expect(requestOf({ spec: described }, ["remove"]).asked).toHaveLength(2);
    expect(requestOf({ spec: described }, ["each"]).impossible).toHaveLength(1);
  });

  test("is nothing of a method that is exempt", () => {
    const { asked, notAsked } = requestOf({ spec: described, described }, undefined, ({ name }) =>
      name === "add" ? "no level" : undefined,
    );
    expect(asked).not.toContain("add(java.lang.Object)");
    expect(notAsked).toContainEqual({ method: "add(java.lang.Object)", reason: "no level" });
  });
});

test.each([
  ["put(java.lang.Object,int)", "put", true],
  ["put(java.lang.Object,int)", "put(Object, int)", true],
  ["put(java.util.Map$Entry)", "put(Entry)", true],
  ["put(java.lang.Object,int)", "put(int)", false],
  ["putAll(java.util.Map)", "put", false],
])("%s is meant by %s: %s", (signature, wanted, expected) => {
  expect(isMeant(signature, wanted)).toBe(expected);
});
