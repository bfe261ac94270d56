import { type ObjectSpec, parseProgram } from "@sightline/lab";
import { describe, expect, test } from "vitest";
import { chooseType } from "./choose-type.js";
import { recordWishesOf } from "./options.js";

const one = [{ type: "int" }];
const spec: ObjectSpec = {
  class: "Bag",
  type: "set",
  methods: [
    { name: "add", parameters: one },
    { name: "add", parameters: [...one, ...one] },
    { name: "size", parameters: [] },
    { name: "toArray", parameters: [], beyondType: true },
    { name: "first", parameters: [] },
  ],
};
const choose = async (flags: Parameters<typeof recordWishesOf>[0], of: ObjectSpec = spec) =>
  chooseType(of, await recordWishesOf(flags));
const typed = parseProgram("{ add(1) } || { v.set(); size() }");
const beyond = parseProgram("{ add(1) } || { first(); toArray(); add(1,2) }");

describe("the type that recorded histories name", () => {
  test("is that of the specification, and random programs keep to its methods", async () => {
    const choice = await choose({});
    expect(choice.spec.methods.map(({ name }) => name)).toEqual(["add", "size"]);
    expect(choice.before).toEqual([
      "note: the programs call what the type set has too, so that check can read the histories. " +
        "Left out: add, toArray, first. --methods takes them in",
    ]);
    expect(choice.typeFor(typed, [true, null, 1])).toBe("set");
    expect(choice.after()).toEqual([]);
  });

  test("is not named for programs with methods that it has not", async () => {
    const choice = await choose({ program: ["{ first() }"] });
    expect([choice.spec, choice.before]).toEqual([spec, []]);
    expect([choice.typeFor(beyond, []), choice.typeFor(typed, [true, null, 1])]).toEqual([undefined, "set"]);
    expect(choice.after()).toEqual([
      "note: the type set has no first, toArray, add: the histories of 1 program name no type. " +
        "To check these, give check --type FILE, a module that says what the methods do",
    ]);
    expect((await choose({ methods: ["first"] })).spec).toBe(spec);
  });

  test("is not named where something was thrown: no built-in type throws", async () => {
    const choice = await choose({});
    expect(choice.typeFor(typed, [{ throws: "NullPointerException" }, null, 0])).toBeUndefined();
    expect(choice.after()).toEqual([
      "note: the type set throws nothing: 1 history with an exception names no type. " +
        "To check these, give check --type FILE, a module that says what the methods do",
    ]);
  });

  test("is the one asked for, with a word where check will refuse it", async () => {
    const choice = await choose({ type: "queue" });
    expect(choice.spec).toBe(spec);
    expect(choice.typeFor(typed, [true, null, 1])).toBe("queue");
    expect(choice.after()).toEqual([
      "note: the type queue has no add: check will refuse the histories of 1 program",
    ]);
  });

  test("is none where nobody knows it, and the note says what to do", async () => {
    const { type: _, ...unknown } = spec;
    const choice = await choose({}, unknown);
    expect([choice.spec, choice.typeFor(typed, [true, null, 1])]).toEqual([unknown, undefined]);
    expect(choice.after()).toEqual([
      "note: the histories name no type: no built-in type is known to do the same. Give check --type NAME " +
        "(see sightline types), or --type FILE, a module that says what the methods do",
    ]);
    expect((await choose({ args: "[1]" })).after()[0]).toContain(
      "--args may make it another object than set",
    );
  });
});
