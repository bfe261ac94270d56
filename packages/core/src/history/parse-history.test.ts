import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHistoryBuilder } from "./builder.js";
import { labelOf } from "./history.js";
import { NotationError } from "./text-cursor.js";
import { parseHistory } from "./parse-history.js";
import { printHistory } from "./print-history.js";
import { printOperation } from "./print.js";
import { canonical, type Value } from "./value.js";

/** Everything in a history that the notation keeps. */
const essence = (history: ReturnType<typeof parseHistory>) => ({
  type: history.type,
  operations: Array.from({ length: history.size }, (_, id) => {
    const { method, args, result } = labelOf(history, id);
    return {
      session: history.sessions[history.session[id]],
      object: history.objects[history.object[id]],
      method,
      args: canonical(args),
      result: result === undefined ? "unobserved" : canonical(result),
    };
  }),
});

const failure = (text: string): NotationError => {
  try {
    parseHistory(text);
  } catch (error) {
    if (error instanceof NotationError) return error;
    throw error;
  }
  throw new Error("parsed, but should not");
};

describe("the notation", () => {
  const text = "{ put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }";

  test("reads sessions, operations, arguments and results", () => {
    const history = parseHistory(text);
    expect(history.timed).toBe(false);
    expect(history.sessions).toEqual([0, 1]);
    expect([...history.session]).toEqual([0, 0, 1, 1]);
    expect(labelOf(history, 1)).toEqual({ method: "containsValue", args: [0], result: false });
    expect(labelOf(history, 3)).toEqual({ method: "put", args: [1, 1], result: 0 });
    expect(printHistory(history)).toBe(text);
  });

  test("takes words for strings, and leaves a result without => unobserved", () => {
    const history = parseHistory('{ write(x,1); read(y) => "a b"; add([k,{v: null}]) => true; size => 3 }');
    expect(labelOf(history, 0)).toEqual({ method: "write", args: ["x", 1], result: undefined });
    expect(labelOf(history, 1)).toEqual({ method: "read", args: ["y"], result: "a b" });
    expect(labelOf(history, 2)).toEqual({ method: "add", args: [["k", { v: null }]], result: true });
    expect(labelOf(history, 3)).toEqual({ method: "size", args: [], result: 3 });
  });

  test("reads objects, the type, comments and lines", () => {
    const history = parseHistory(
      "# two\npriority-queue { a.max() => null; // first\n 7.max() }\n|| { max(); }",
    );
    expect(history.type).toBe("priority-queue");
    expect(history.objects).toEqual(["a", 7, undefined]);
    expect([...(history.lines ?? [])]).toEqual([2, 3, 4]);
    expect(parseHistory("map { }", { type: "set" }).type).toBe("set");
  });

  test("reads the JSON form too", () => {
    const json = { type: "map", operations: [{ session: "a", method: "get", args: [1], call: 0 }] };
    const history = parseHistory(JSON.stringify(json, null, 2));
    expect(history.type).toBe("map");
    expect(history.timed).toBe(true);
    expect(() => parseHistory('{"type":"map"}')).toThrow('"operations" must be an array');
    expect(() => parseHistory('{"operations":[]} x')).toThrow("expected the end of the text");
  });

  test.each([
    ["", 1, 1, 'expected "{" to begin a session'],
    ["{ put(1", 1, 8, 'expected ")"'],
    ["{ put(1,) }", 1, 9, "expected a value"],
    ["{ put(1)\n get(1) }", 2, 2, 'expected "}" or ";"'],
    ["{ put(1) } | { }", 1, 12, 'expected "||"'],
    ["{ 5(1) }", 1, 3, "expected a method, not 5"],
    ["{ f(9007199254740993) }", 1, 5, "exceeds 2^53"],
    ["{ f(1e999) }", 1, 5, "too large"],
    ['{ f("a\nb") }', 1, 5, "a string that does not end on its line"],
    ['{ f("\\x") }', 1, 5, "a string with a wrong escape"],
    ["{ f({a:1,a:2}) }", 1, 10, 'the key "a" stands twice'],
    [`{ f(${"[".repeat(100000)}`, 1, 206, "nest 200 deep"],
  ])("tells where %j is wrong", (wrong, line, column, reason) => {
    const error = failure(wrong);
    expect(error.message).toContain(reason);
    expect([error.line, error.column]).toEqual([line, column]);
  });

  test("keeps __proto__ inert", () => {
    const history = parseHistory("{ __proto__.put(__proto__, {__proto__: 1}) => {__proto__: {a: 1}} }");
    const { args, result } = labelOf(history, 0);
    expect(Object.keys(args[1] as object)).toEqual(["__proto__"]);
    expect(canonical(result as Value)).toBe('{"__proto__":{"a":1}}');
    expect(({} as { a?: unknown }).a).toBeUndefined();
    expect(essence(parseHistory(printHistory(history)))).toEqual(essence(history));
  });

  test("prints what it reads back, whatever the values (500 random histories)", () => {
    const leaf = fc.oneof(
      fc.constantFrom<Value>(
        null,
        true,
        false,
        "null",
        "x",
        "a b",
        "",
        "é",
        "||",
        "1",
        "a-b",
        "__proto__",
        "=>",
      ),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      fc.string(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 3 }),
      ),
    }));
    const operation = fc.record(
      {
        method: fc.oneof(fc.constantFrom("put", "get"), fc.string()),
        args: fc.array(value, { maxLength: 3 }),
        object: fc.oneof(fc.string(), fc.integer(), fc.constantFrom("x", 1.5)),
        result: value,
      },
      { requiredKeys: ["method", "args"] },
    );
    const sessions = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 3 });
    const type = fc.option(fc.oneof(fc.constantFrom("map", "priority-queue"), fc.string()), {
      nil: undefined,
    });
    fc.assert(
      fc.property(sessions, type, (program, name) => {
        const builder = createHistoryBuilder(name === undefined ? {} : { type: name });
        program.forEach((operations, session) => {
          for (const given of operations) builder.add({ ...given, session } as never);
        });
        const history = builder.finish();
        const printed = printHistory(history);
        expect(essence(parseHistory(printed))).toEqual(essence(history));
        expect(printHistory(parseHistory(printed))).toBe(printed);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  test("never fails otherwise than with a place (2,000 mutations)", () => {
    const alphabet = [...Array.from('{}[]()|;=>,.:"\\ \n#/-01ex$'), "||", "=>", "null"];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100), fc.constantFrom(...alphabet)), { maxLength: 6 }),
        (edits) => {
          let mutated = text;
          for (const [at, inserted] of edits)
            mutated = mutated.slice(0, at) + inserted + mutated.slice(at + 1);
          try {
            parseHistory(mutated);
          } catch (error) {
            expect((error as Error).name).toBe("HistoryError");
          }
        },
      ),
      { numRuns: 2000, seed: 11 },
    );
  });
});

describe("printOperation", () => {
  test("prints an operation as people write it", () => {
    expect(printOperation({ method: "put", args: [1, 0], result: null })).toBe("put(1,0) => null");
    expect(printOperation({ method: "write", args: ["x", "two words"], result: undefined })).toBe(
      'write(x,"two words")',
    );
  });
});
