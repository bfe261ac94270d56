import { types, type Value } from "@sightline/core";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { admittingLevels, isAdmitted, strongestOf, weakestViolated } from "./admitted.js";
import { parseProgram } from "./notation.js";
import type { Call } from "./program.js";
import { maximalSequences, typeOfTarget } from "./type-of-target.js";

/** A map as JavaScript has it, run sequentially. */
function runMap(sequence: readonly Call[]): Value[] {
  const map = new Map<Value, Value>();
  return sequence.map(({ method, args: [key, value] }) => {
    switch (method) {
      case "put": {
        const old = map.get(key) ?? null;
        map.set(key, value);
        return old;
      }
      case "remove": {
        const old = map.get(key) ?? null;
        map.delete(key);
        return old;
      }
      case "get":
        return map.get(key) ?? null;
      case "size":
        return map.size;
      case "isEmpty":
        return map.size === 0;
      case "contains":
        return [...map.values()].includes(key);
      default:
        return { throws: "NoSuchMethodError" };
    }
  });
}

const target = {
  name: "js:map",
  runInSequence: async (sequences: readonly (readonly Call[])[]) => sequences.map(runMap),
};

describe("an object's own behaviour as a type", () => {
  test("runs each sequence that cannot be made longer, once", () => {
    const told = (text: string): string[] =>
      maximalSequences(parseProgram(text)).map((calls) => calls.map(({ method }) => method).join(" "));
    expect(told("{ a() } || { b() }").sort()).toEqual(["a b", "b a"]);
    expect(told("{ a(); b() } || { c() }").sort()).toEqual(["a b c", "a c b", "b c", "c a b", "c b"]);
    expect(told("{ a() } || { a() }")).toEqual(["a a"]);
  });

  test("too large a program is refused", () => {
    const calls = Array.from({ length: 9 }, (_, i) => `put(${i},0)`).join("; ");
    expect(() => maximalSequences(parseProgram(`{ ${calls} } || { ${calls.replace(/,0/g, ",1")} }`))).toThrow(
      "give it fewer calls",
    );
  });

  test("an object that is not deterministic is found out", async () => {
    let calls = 0;
    const fickle = {
      name: "fickle",
      runInSequence: async (all: readonly (readonly Call[])[]) => all.map((s) => s.map(() => calls++)),
    };
    await expect(typeOfTarget(fickle, parseProgram("{ a(); b() } || { c() }"))).rejects.toThrow(
      "in two ways",
    );
  });

  test("admits what the built-in type admits", async () => {
    const program = parseProgram("{ put(1,0); get(1) } || { put(1,1); remove(1) }");
    const own = await typeOfTarget(target, program);
    const results = [null, 0, 1];
    let admitted = 0;
    for (const a of results)
      for (const b of results)
        for (const c of results)
          for (const d of results)
            for (const level of ["weak", "monotonic", "complete"] as const) {
              const levels = { get: level };
              const expected = isAdmitted(program, [a, b, c, d], types.map, levels);
              expect(isAdmitted(program, [a, b, c, d], own, levels)).toBe(expected);
              if (expected) admitted++;
            }
    expect(admitted).toBeGreaterThan(5);
  });

  test("synchronisation adds happens-before: what was set is seen", async () => {
    const program = parseProgram("{ put(1,1); v.set() } || { v.get(); get(1) }");
    const own = await typeOfTarget(target, program);
    const at = (seen: boolean, got: Value) =>
      isAdmitted(program, [null, null, seen, got], own, { get: "basic" });
    expect(at(false, null)).toBe(true);
    expect(at(true, 1)).toBe(true);
    expect(at(true, null)).toBe(false);
  });
});

/** A result as the tables of POPL'19 write it. */
const read = (text: string): Value =>
  text === "N" ? null : text === "T" ? true : text === "F" ? false : JSON.parse(text);

describe("POPL'19 Table 2, the maps' rows with plain results", () => {
  const rows = readFileSync(
    new URL("../../../core/test-data/violat/table2-programs.txt", import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n")
    .map((line) => line.split("|"))
    .filter(
      ([, className, method]) =>
        className === "ConcurrentHashMap" && /^(contains|size|isEmpty)$/.test(method),
    );

  test.each(rows)("%s %s.%s %s", async (_id, _class, method, text, outcome, violated) => {
    const program = parseProgram(text);
    const type = await typeOfTarget(target, program);
    const admitting = admittingLevels(program, outcome.split(",").map(read), type, [method]);
    expect(weakestViolated(admitting)).toBe(violated);
    expect(strongestOf(admitting) === "complete").toBe(violated === "-");
  });

  test("there are some", () => {
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });
});
