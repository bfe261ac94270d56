import { describe, expect, test } from "vitest";
import type { Value } from "../history/value.js";
import { findType } from "./index.js";
import { outcomes } from "./type.js";

const step = (name: string, initial: Value | undefined, method: string, ...args: Value[]) => {
  const type = findType(name);
  return outcomes(type, type.init(initial), { method, args });
};

describe("an initial state that does not fit is refused with a reason", () => {
  test.each<[string, Value, RegExp]>([
    ["set", { a: 1 }, /a set must be an array of its elements, not \{"a":1\}/],
    ["queue", "abc", /a queue must be an array/],
    ["stack", [1, null], /a stack holds no null/],
    ["deque", [null], /a deque holds no null/],
    ["list", 5, /a list must be an array/],
    ["map", { 1: 0 }, /is the key "1" a string\? Write \[\[1, …\]\] if not, \[\["1", …\]\] if so/],
    ["map", [[1]], /\[key, value\] pairs, but has \[1\]/],
    ["memory", 7, /an object or an array of \[key, value\] pairs, not 7/],
    ["kv", { k: 1 }, /a value of a kv must be a string, not 1/],
    ["priority-queue", [[1, "high"]], /a priority must be an integer below 2\^53, not "high"/],
    ["rpq", [[1, 0.5]], /a priority must be an integer/],
    ["counter", "7", /counter must be an integer/],
    ["mutex", "held", /true \(held\) or false \(free\), not "held"/],
    ["multi-register", [["x"]], /pairs/],
    ["multi-list", { x: 1 }, /a multi-list must be an array of its elements, not 1/],
  ])("%s", (name, initial, reason) => {
    expect(() => findType(name).init(initial)).toThrow(TypeError);
    expect(() => findType(name).init(initial)).toThrow(reason);
  });

  test("null is the same as none", () => {
    for (const name of [
      "set",
      "queue",
      "stack",
      "deque",
      "list",
      "map",
      "memory",
      "kv",
      "rpq",
      "counter",
      "mutex",
    ])
      expect(findType(name).init(null)).toEqual(findType(name).init());
  });

  test("__proto__ is a key like any other", () => {
    const initial = JSON.parse('{"__proto__": "a"}') as Value;
    expect(step("map", initial, "entries")[0].result).toEqual([["__proto__", "a"]]);
    expect(step("kv", initial, "get", "__proto__")[0].result).toBe("a");
    expect(step("kv", initial, "get", "toString")[0].result).toBe("");
  });
});

describe("arguments that make no sense are refused with a reason", () => {
  test.each<[string, string, Value[], RegExp]>([
    ["queue", "offer", [null], /a queue holds no null/],
    ["counter", "add", [0.5], /the amount of add must be an integer/],
    ["list", "insert", [-1, "a"], /an index must be 0, 1, 2, …, not -1/],
    ["kv", "append", ["k", 1], /must be a string, not 1/],
    ["rpq", "incrby", [1, null], /an increment must be an integer/],
    ["multi-register", "txn", ["x"], /a list of accesses, not "x"/],
    ["multi-register", "txn", [[["r", "x", null]]], /an access of txn is \["read", key, null\] or/],
    ["multi-list", "txn", [[["write", "x", 1]]], /an access of txn is \["read", key, null\] or \["append"/],
    ["set", "pop", [], /type set has no method 'pop'/],
  ])("%s.%s", (name, method, args, reason) => {
    expect(() => step(name, undefined, method, ...args)).toThrow(TypeError);
    expect(() => step(name, undefined, method, ...args)).toThrow(reason);
  });
});
