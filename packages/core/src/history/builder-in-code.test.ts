import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { refusal } from "@sightline/testing/history/build-history.js";
import { check } from "../check.js";
import { createHistoryBuilder } from "./builder.js";
import { labelOf } from "./history.js";
import { parseHistory } from "./parse-history.js";
import type { Value } from "./value.js";

const read = { session: 0, method: "read" };

describe("in code", () => {
  const store = new Map<string, number>();
  const lostUpdate = (first: object) => {
    const builder = createHistoryBuilder({ type: "map" });
    builder.add({ session: "a", method: "put", args: ["x", 1], result: null, call: 0, return: 1 });
    builder.add({ session: "b", method: "get", args: ["x"], call: 2, return: 3, ...first });
    return builder.finish();
  };

  test("a result that is undefined is null: a lost update does not pass", () => {
    expect(labelOf(lostUpdate({ result: store.get("x") }), 1).result).toBeNull();
    expect(check(lostUpdate({ result: store.get("x") })).verdict).toBe("violated");
    expect(check(lostUpdate({ result: 1 })).verdict).toBe("satisfied");
  });

  test.each([
    ["observed: false", { result: undefined, observed: false }],
    ["observed: false, with a result", { result: 7, observed: false }],
    ["no result", {}],
    ["a call that has not returned", { result: undefined, return: undefined }],
  ])("was not observed: %s", (_, first) => {
    expect(labelOf(lostUpdate(first), 1).result).toBeUndefined();
    expect(check(lostUpdate(first)).verdict).toBe("satisfied");
  });

  test("observed: true says that it returned null", () => {
    expect(labelOf(lostUpdate({ observed: true }), 1).result).toBeNull();
  });

  test("of a JSON text nothing changes: what is absent was not observed", () => {
    const parsed = parseHistory('{"type":"map","operations":[{"session":0,"method":"get","args":[1]}]}');
    expect(labelOf(parsed, 0).result).toBeUndefined();
    const builder = createHistoryBuilder({}, "json");
    builder.add({ session: 0, method: "get", result: undefined });
    expect(labelOf(builder.finish(), 0).result).toBeUndefined();
  });

  test("times may be of Date, performance or process.hrtime", () => {
    for (const now of [() => Date.now(), () => performance.now(), () => process.hrtime.bigint()]) {
      const builder = createHistoryBuilder();
      for (let i = 0; i < 5; i++) builder.add({ session: i, method: "m", call: now(), return: now() });
      expect(builder.finish().timed).toBe(true);
    }
    const fractions = '{"operations":[{"session":0,"method":"m","call":1.5,"return":2}]}';
    expect(() => parseHistory(fractions)).toThrow('"call" must be an integer');
  });
});

describe("what is no data is refused at its place", () => {
  class Account {
    readonly balance = 3;
  }
  const knot: Record<string, unknown> = {};
  knot.self = knot;
  test.each([
    [new Date(0), "a Date is no data: give its getTime() or its toISOString()"],
    [new Uint8Array(2), "a Uint8Array is no data: give Array.from() of it"],
    [new Map(), "a Map is no data: give an array, [...it]"],
    [new Set(), "a Set is no data: give an array, [...it]"],
    [new Account(), "an Account is no data: give an array or a plain object"],
    [new Error("oh"), "an Error is no data: give an array or a plain object"],
    [
      Object.assign(Promise.resolve(), { [Symbol("id")]: 7 }),
      "a Promise is no data: give an array or a plain object",
    ],
    [() => 1, "a function is no data: give a string that stands for it"],
    [Symbol("s"), "a symbol is no data: give a string that stands for it"],
    [{ [Symbol("s")]: 1 }, "a key that is a symbol is no data: give a string"],
    [1n, "a bigint is no data: give a number, or a string where it exceeds 2^53"],
    [undefined, "undefined is no data: give null"],
    [Number.NaN, "NaN is not a value: give null, or a string"],
    [-Infinity, "-Infinity is not a value: give null, or a string"],
  ])("%s", (value, reason) => {
    const path = ["operations", 1, "args", 1, "when", 0];
    const operation = { ...read, args: [1, { "a b": 1, when: [value] }] };
    expect(refusal([read, operation])).toEqual([path, `operations[1].args[1].when[0]: ${reason}`]);
    const [where, why] = refusal([read, { ...read, result: { "a b": [value] } }]);
    expect(where).toEqual(["operations", 1, "result", "a b", 0]);
    expect(why).toBe(`operations[1].result["a b"][0]: ${reason}`);
    expect(() => createHistoryBuilder({ initial: [value] as never })).toThrow(reason);
  });

  test("a hole in an array", () => {
    // oxlint-disable-next-line no-sparse-arrays -- that is the point
    expect(refusal([{ ...read, args: [[1, , 2]] }])[0]).toEqual(["operations", 0, "args", 0, 1]);
  });

  test("a value that contains itself", () => {
    expect(refusal([{ ...read, args: [knot] }])[1]).toMatch(
      /nest 200 deep, no deeper, and not in themselves/,
    );
  });

  test("objects without a prototype or of another realm are data, and -0 is 0", () => {
    const builder = createHistoryBuilder();
    const bare = Object.assign(Object.create(null) as object, { a: -0 });
    const foreign = runInNewContext("({ a: 0 })") as Value;
    builder.add({ ...read, result: bare });
    builder.add({ ...read, result: foreign });
    builder.add({ ...read, result: { a: 0 } });
    expect(builder.finish().labels).toHaveLength(1);
  });
});
