import { expect, test } from "vitest";
import { describeClass } from "./describe.js";

class Base {
  get(_key: unknown) {}
  clear() {}
}

class Sample extends Base {
  field = 1;
  static make() {}
  put(_key: unknown, _value: unknown) {}
  getOrInsert(_key: unknown, _value: unknown) {}
  isEmpty() {}
  issue() {}
  toArray() {}
  _inner() {}
  get total() {
    return 1;
  }
  override clear() {}
}

test("a name that begins as that of a query may go on to change something", () => {
  const names = [
    "getIfAbsentPut",
    "getOrElseUpdate",
    "getAndBump",
    "hasOrAdd",
    "sumThenReset",
    "firstRemove",
    "getOrDefault",
    "peekOrNull",
    "getUpdateCount",
    "isSet",
  ];
  const prototype = Object.fromEntries(names.map((name) => [name, () => 0]));
  const { methods } = describeClass({ prototype }, "x");
  expect(methods.filter(({ readonly }) => readonly === true).map(({ name }) => name)).toEqual([
    "getOrDefault",
    "peekOrNull",
    "getUpdateCount",
    "isSet",
  ]);
});

test("a class is its public methods, inherited ones too, with their parameters and a guess at what reads", () => {
  const any = { type: "any" };
  expect(describeClass(Sample, "./sample.ts#Sample")).toEqual({
    class: "./sample.ts#Sample",
    methods: [
      { name: "put", parameters: [any, any] },
      { name: "getOrInsert", parameters: [any, any] },
      { name: "isEmpty", parameters: [], readonly: true },
      { name: "issue", parameters: [] },
      { name: "toArray", parameters: [], readonly: true },
      { name: "clear", parameters: [] },
      { name: "get", parameters: [any], readonly: true },
    ],
    skipped: [
      { name: "_inner()", reason: "private by its name", hidden: true },
      { name: "total", reason: "it is no method: programs are made of calls", hidden: true },
    ],
  });
});
