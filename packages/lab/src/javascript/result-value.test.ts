import { expect, test } from "vitest";
import { thrownValue, valueOf } from "./result-value.js";

test("results become values", () => {
  expect(valueOf(undefined)).toBe(null);
  expect(valueOf(null)).toBe(null);
  expect(valueOf(true)).toBe(true);
  expect(valueOf("a")).toBe("a");
  expect(valueOf(1.5)).toBe(1.5);
  expect(Object.is(valueOf(-0), 0)).toBe(true);
  expect(valueOf(Number.NaN)).toBe("NaN");
  expect(valueOf(7n)).toBe(7);
  expect(valueOf(2n ** 60n)).toBe("1152921504606846976");
  expect(valueOf([1, [undefined]])).toEqual([1, [null]]);
  expect(valueOf(new Set([2, 1]))).toEqual([2, 1]);
  expect(valueOf(new Map([[1, "a"]]))).toEqual([[1, "a"]]);
  expect(valueOf(new Map([[1, "a"]]).keys())).toEqual([1]);
  expect(valueOf(new Int32Array([3, 4]))).toEqual([3, 4]);
  expect(valueOf({ a: [1n], b: undefined })).toEqual({ a: [1], b: null });
  expect(valueOf(new URL("http://a.b/"))).toBe("http://a.b/");
  expect(valueOf(Symbol("s"))).toBe("Symbol(s)");
});

test("what says nothing of itself is one of its class, and the object under test is itself", () => {
  class Node {
    value = 0;
  }
  class Odd extends Node {}
  class Item {
    toJSON() {
      return { item: new Node() };
    }
  }
  const self = new Node();
  expect(valueOf([new Node(), new Odd()])).toEqual(["a Node", "an Odd"]);
  expect(valueOf(new Item())).toEqual({ item: "a Node" });
  expect(valueOf(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  expect(valueOf(self, self)).toEqual({ this: true });
  expect(valueOf([self, new Map([["k", { self }]])], self)).toEqual([
    { this: true },
    [["k", { self: { this: true } }]],
  ]);
});

test("what has no end gets one", () => {
  const endless = (function* () {
    for (;;) yield 1;
  })();
  expect(valueOf(endless)).toHaveLength(10_000);
  const holdsItself: unknown[] = [];
  holdsItself.push(holdsItself);
  expect(JSON.stringify(valueOf(holdsItself))).toContain("…");
});

test("an exception is its name", () => {
  class OwnError extends Error {}
  expect(thrownValue(new RangeError("x"))).toEqual({ throws: "RangeError" });
  expect(thrownValue(new OwnError("x"))).toEqual({ throws: "OwnError" });
  expect(thrownValue(new DOMException("x", "AbortError"))).toEqual({ throws: "AbortError" });
  expect(thrownValue("text")).toEqual({ throws: "text" });
});
