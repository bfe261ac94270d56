import { describe, expect, test } from "vitest";
import { HistoryError } from "../history/error.js";
import type { Value } from "../history/value.js";
import { checkLabel, findType, typeNames, types } from "./index.js";

describe("findType", () => {
  test("finds every type by its name", () => {
    for (const name of typeNames) expect(findType(name).name).toBe(name);
    expect(typeNames).toContain("priority-queue");
    expect(types.priorityQueue).toBe(findType("priority-queue"));
    expect(types.multiRegister).toBe(findType("multi-register"));
  });

  test("suggests what was meant", () => {
    expect(() => findType("mapp")).toThrow(
      new HistoryError("SL1007", "unknown type 'mapp': did you mean 'map'?", ["type"]),
    );
    expect(() => findType("elephant")).toThrow(/^unknown type 'elephant': the types are register, memory, /);
    expect(() => findType("__proto__")).toThrow(HistoryError);
    expect(() => findType("toString")).toThrow(HistoryError);
  });
});

describe("checkLabel", () => {
  const check = (name: string, method: string, ...args: Value[]) =>
    checkLabel(findType(name), { method, args });

  test("passes what fits", () => {
    check("map", "put", 1, 2);
    check("map", "replace", 1, 2);
    check("map", "replace", 1, 2, 3);
    check("counter", "inc");
    check("counter", "inc", 2);
  });

  test("tells an unknown method, and what was meant", () => {
    expect(() => check("map", "putt", 1, 2)).toThrow(
      new HistoryError("SL1008", "type map has no method 'putt': did you mean 'put'?"),
    );
    expect(() => check("mutex", "frobnicate")).toThrow(
      "type mutex has no method 'frobnicate': its methods are acquire, release",
    );
    expect(() => check("map", "__proto__")).toThrow(HistoryError);
    expect(() => check("map", "constructor")).toThrow(HistoryError);
  });

  test("tells a wrong number of arguments", () => {
    expect(() => check("map", "put", 1)).toThrow("put(key, value) of type map takes 2 arguments, not 1");
    expect(() => check("set", "add")).toThrow("add(element) of type set takes 1 argument, not 0");
    expect(() => check("map", "replace", 1)).toThrow(
      "replace(key, value, newValue?) of type map takes 2 to 3 arguments, not 1",
    );
  });

  test("a type that lists no methods takes any", () => {
    const type = { name: "any", init: () => null, step: () => [] };
    expect(() => checkLabel(type, { method: "whatever", args: [1, 2, 3] })).not.toThrow();
  });
});
