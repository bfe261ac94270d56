import { describe, expect, test } from "vitest";
import type { Value } from "../history/value.js";
import { findType } from "./index.js";
import { outcomes } from "./type.js";

/** `["put", [1, 0], null]`: the method, its arguments and the only result that it may have. */
type Example = [method: string, args: Value[], result: Value];

/** Runs the examples one after another on one object. */
function follow(name: string, initial: Value | undefined, examples: Example[]): void {
  const type = findType(name);
  let state: unknown = type.init(initial);
  examples.forEach(([method, args, result], i) => {
    const found = outcomes(type, state, { method, args });
    expect({ i, method, results: found.map((outcome) => outcome.result) }).toEqual({
      i,
      method,
      results: [result],
    });
    state = found[0].state;
  });
}

const step = (name: string, initial: Value | undefined, method: string, ...args: Value[]) => {
  const type = findType(name);
  return outcomes(type, type.init(initial), { method, args });
};

describe("register", () => {
  test("reads, writes, compares and sets", () =>
    follow("register", undefined, [
      ["read", [], null],
      ["write", [1], null],
      ["cas", [2, 3], false],
      ["cas", [1, [3]], true],
      ["cas", [[3], 4], true],
      ["read", [], 4],
    ]));

  test("starts with any value", () => follow("register", { a: 1 }, [["read", [], { a: 1 }]]));
});

describe("memory", () => {
  test("a variable that was never written reads as its initial value or null", () => {
    const read = (initial: Value | undefined, variable: Value) =>
      step("memory", initial, "read", variable).map(({ result }) => result);
    expect(read(undefined, "x")).toEqual([0, null]);
    expect(read({ x: 5 }, "x")).toEqual([5, null]);
    expect(read([[1, 5]], 1)).toEqual([5, null]);
    expect(read([[1, 5]], "1")).toEqual([0, null]);
    expect(read({ x: null }, "x")).toEqual([null]);
  });

  test("after a write it reads as what was written", () =>
    follow("memory", undefined, [
      ["write", ["__proto__", 1], null],
      ["read", ["__proto__"], 1],
      ["write", ["x", 0], null],
      ["read", ["x"], 0],
    ]));
});

test("counter counts", () =>
  follow("counter", 5, [
    ["inc", [], null],
    ["inc", [10], null],
    ["dec", [], null],
    ["dec", [2], null],
    ["add", [-3], null],
    ["read", [], 10],
  ]));

test("set tells whether it changed", () =>
  follow(
    "set",
    ["b", 2],
    [
      ["add", ["b"], false],
      ["add", [10], true],
      ["add", ["__proto__"], true],
      ["contains", ["__proto__"], true],
      ["contains", ["constructor"], false],
      ["remove", ["__proto__"], true],
      ["remove", ["__proto__"], false],
      ["toArray", [], [2, 10, "b"]],
      ["size", [], 3],
      ["isEmpty", [], false],
      ["clear", [], null],
      ["isEmpty", [], true],
      ["size", [], 0],
      ["toArray", [], []],
    ],
  ));

describe("map", () => {
  test("returns old values", () =>
    follow("map", undefined, [
      ["put", [1, 0], null],
      ["put", [1, 2], 0],
      ["get", [1], 2],
      ["get", ["1"], null],
      ["putIfAbsent", [1, 9], 2],
      ["putIfAbsent", ["k", 9], null],
      ["containsKey", ["k"], true],
      ["containsKey", ["x"], false],
      ["containsValue", [9], true],
      ["containsValue", [8], false],
      ["keys", [], [1, "k"]],
      ["values", [], [2, 9]],
      [
        "entries",
        [],
        [
          [1, 2],
          ["k", 9],
        ],
      ],
      ["size", [], 2],
      ["remove", [1], 2],
      ["remove", [1], null],
      ["isEmpty", [], false],
      ["clear", [], null],
      ["isEmpty", [], true],
    ]));

  test("replaces what is present", () =>
    follow("map", { k: 1 }, [
      ["replace", ["x", 5], null],
      ["replace", ["k", 5], 1],
      ["replace", ["k", 1, 6], false],
      ["replace", ["k", 5, 6], true],
      ["replace", ["x", null, 6], false],
      ["entries", [], [["k", 6]]],
    ]));

  test("may hold null", () =>
    follow("map", undefined, [
      ["put", ["k", null], null],
      ["containsKey", ["k"], true],
      ["putIfAbsent", ["k", 1], null],
      ["get", ["k"], null],
      ["containsValue", [null], true],
    ]));
});

test("queue is first in, first out", () =>
  follow(
    "queue",
    [1, 2],
    [
      ["offer", [3], true],
      ["poll", [], 1],
      ["peek", [], 2],
      ["toArray", [], [2, 3]],
      ["size", [], 2],
      ["isEmpty", [], false],
      ["clear", [], null],
      ["isEmpty", [], true],
      ["poll", [], null],
      ["peek", [], null],
    ],
  ));

test("stack is last in, first out", () =>
  follow(
    "stack",
    [1, 2],
    [
      ["push", [3], null],
      ["peek", [], 3],
      ["size", [], 3],
      ["pop", [], 3],
      ["pop", [], 2],
      ["isEmpty", [], false],
      ["pop", [], 1],
      ["pop", [], null],
      ["peek", [], null],
      ["isEmpty", [], true],
    ],
  ));

test("deque has two ends", () =>
  follow(
    "deque",
    [2],
    [
      ["addFirst", [1], null],
      ["addLast", [3], null],
      ["offerFirst", [0], true],
      ["offerLast", [4], true],
      ["offer", [5], true],
      ["toArray", [], [0, 1, 2, 3, 4, 5]],
      ["peekFirst", [], 0],
      ["peek", [], 0],
      ["peekLast", [], 5],
      ["pollFirst", [], 0],
      ["poll", [], 1],
      ["pollLast", [], 5],
      ["size", [], 3],
      ["isEmpty", [], false],
      ["clear", [], null],
      ["pollFirst", [], null],
      ["pollLast", [], null],
      ["peekFirst", [], null],
      ["peekLast", [], null],
      ["isEmpty", [], true],
    ],
  ));

test("priority-queue sets, increments and removes", () =>
  follow("priority-queue", undefined, [
    ["max", [], null],
    ["add", [1, 10], null],
    ["add", [2, 10], null],
    ["max", [], [2, 10]],
    ["incrby", [1, 5], null],
    ["max", [], [1, 15]],
    ["add", [1, 3], null],
    ["score", [1], 3],
    ["incrby", [7, 100], null],
    ["score", [7], null],
    ["size", [], 2],
    ["rem", [2], null],
    ["rem", [2], null],
    ["max", [], [1, 3]],
    ["size", [], 1],
  ]));

test("rpq keeps increments that come before the add", () =>
  follow(
    "rpq",
    [[1, 10]],
    [
      ["add", [1, 99], null],
      ["score", [1], 10],
      ["incrby", [2, 7], null],
      ["score", [2], 7],
      ["size", [], 2],
      ["incrby", [2, 5], null],
      ["max", [], [2, 12]],
      ["add", [2, 100], null],
      ["score", [2], 112],
      ["add", [2, 100], null],
      ["max", [], [2, 112]],
      ["rem", [2], null],
      ["score", [2], null],
      ["incrby", [3, -1], null],
      ["rem", [3], null],
      ["add", [3, 4], null],
      ["score", [3], 4],
    ],
  ));

test("list is edited by position, and beyond its end too", () =>
  follow(
    "list",
    ["a"],
    [
      ["insert", [0, "b"], null],
      ["insert", [9, "c"], null],
      ["read", [], ["b", "a", "c"]],
      ["get", [1], "a"],
      ["get", [3], null],
      ["delete", [0], "b"],
      ["delete", [5], null],
      ["read", [], ["a", "c"]],
    ],
  ));

test("kv appends to strings", () =>
  follow("kv", { k: "a" }, [
    ["get", ["x"], ""],
    ["append", ["x", "1"], null],
    ["append", ["x", "2"], null],
    ["get", ["x"], "12"],
    ["put", ["x", "3"], null],
    ["get", ["x"], "3"],
    ["append", ["k", "b"], null],
    ["get", ["k"], "ab"],
    ["get", ["__proto__"], ""],
  ]));

describe("mutex", () => {
  test("takes turns", () =>
    follow("mutex", undefined, [
      ["acquire", [], null],
      ["release", [], null],
      ["acquire", [], null],
    ]));

  test("cannot be acquired while held, nor released while free", () => {
    expect(step("mutex", true, "acquire")).toEqual([]);
    expect(step("mutex", true, "release")).toEqual([{ state: false, result: null }]);
    expect(step("mutex", false, "release")).toEqual([]);
  });
});

test("multi-list runs a transaction in order", () =>
  follow("multi-list", { x: [7] }, [
    [
      "txn",
      [
        [
          ["append", "x", 8],
          ["read", "x", null],
          ["append", "y", [1]],
          ["read", "y", null],
          ["read", "z", null],
        ],
      ],
      [
        ["append", "x", 8],
        ["read", "x", [7, 8]],
        ["append", "y", [1]],
        ["read", "y", [[1]]],
        ["read", "z", []],
      ],
    ],
    ["txn", [[["read", "x", null]]], [["read", "x", [7, 8]]]],
  ]));

test("multi-register runs a transaction in order", () =>
  follow("multi-register", { x: 0 }, [
    [
      "txn",
      [
        [
          ["read", "x", null],
          ["write", "x", 1],
          ["read", "x", null],
          ["write", "y", 2],
        ],
      ],
      [
        ["read", "x", 0],
        ["write", "x", 1],
        ["read", "x", 1],
        ["write", "y", 2],
      ],
    ],
    [
      "txn",
      [
        [
          ["read", "y", null],
          ["read", "z", null],
        ],
      ],
      [
        ["read", "y", 2],
        ["read", "z", null],
      ],
    ],
  ]));

test("a long run on one object takes no longer per operation as it grows", () => {
  // With copies of whole states this would copy 10^10 elements.
  const update: Record<string, (i: number) => [string, ...Value[]]> = {
    set: (i) => ["add", i],
    map: (i) => ["put", i, i],
    queue: (i) => ["offer", i],
    stack: (i) => ["push", i],
    deque: (i) => [i % 2 === 0 ? "addFirst" : "addLast", i],
    list: (i) => ["insert", i >> 1, i],
    memory: (i) => ["write", i, i],
    kv: (i) => ["put", i, "v"],
    "priority-queue": (i) => ["add", i, -i],
  };
  for (const [name, call] of Object.entries(update)) {
    const type = findType(name);
    let state: unknown = type.init();
    for (let i = 0; i < 100_000; i++) {
      const [method, ...args] = call(i);
      state = outcomes(type, state, { method, args })[0].state;
    }
    const { methods = {} } = type;
    if ("size" in methods)
      expect(outcomes(type, state, { method: "size", args: [] })[0].result).toBe(100_000);
    if ("max" in methods)
      expect(outcomes(type, state, { method: "max", args: [] })[0].result).toEqual([0, 0]);
  }
});
