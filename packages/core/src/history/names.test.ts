import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import type { OperationRecord } from "./builder.js";
import type { History } from "./history.js";
import { sessionNames, variableNames } from "./names.js";
import type { Value } from "./value.js";

const memory = (...operations: OperationRecord[]): History =>
  fromRecord({ type: "memory", operations }) as History;

const write = (session: string | number, x: Value, value: Value): OperationRecord => ({
  session,
  method: "write",
  args: [x, value],
});
const read = (session: string | number, x: Value, result: Value): OperationRecord => ({
  session,
  method: "read",
  args: [x],
  result,
});

/** The witness, which `check` has verified. */
const witness = (criterion: string, history: History) => {
  const result = check(history, { criterion });
  return result.verdict === "satisfied" ? result.witness : undefined;
};

describe("names in witnesses", () => {
  test("sessions go by what they are called, as JSON where two read the same", () => {
    expect(sessionNames([0, "a", "1"])).toEqual(["0", "a", "1"]);
    expect(sessionNames([0, "0", '"0"'])).toEqual(["0", '"0"', '"\\"0\\""']);
  });

  test("variables go by what the notation prints, as JSON where two read the same", () => {
    const x = { object: undefined, name: "x" };
    expect(variableNames([x, { object: "a", name: "x" }])).toEqual(["x", "a.x"]);
    const [one, other] = [
      { object: 1, name: 5 },
      { object: undefined, name: 1.5 },
    ];
    expect(variableNames([x, one, other])).toEqual(['["x"]', "[1,5]", "[1.5]"]);
  });

  test('cm tells sessions 0 and "0" apart', () => {
    const history = memory(write(0, "x", 1), write("0", "x", 2), read(0, "x", 2), read("0", "x", 1));
    expect(witness("cm", history)?.threads).toEqual({ "0": [0, 1, 2], '"0"': [1, 0, 3] });
    const never = memory({ ...read("0", "x", 7), call: 0 }, { ...read(0, "x", 0), call: 1, return: 2 });
    expect(witness("cm", never)?.threads).toEqual({ "0": [1] });
  });

  test("tso tells a variable of an object from one whose name reads the same", () => {
    const history = memory({ ...write(0, 5, 1), object: 1 }, write(0, 1.5, 2));
    expect(witness("tso", history)?.storeOrder).toEqual({ "[1,5]": [0], "[1.5]": [1] });
  });

  test("a variable is one however the keys of its name are ordered", () => {
    const history = memory(write(1, { b: 2, a: 1 }, 1), write(0, "y", 1), read(0, { a: 1, b: 2 }, 1));
    const reordered = memory(read(0, "y", 0), write(1, { b: 2, a: 1 }, 1), read(0, { a: 1, b: 2 }, 1));
    for (const one of [history, reordered])
      expect(Object.keys(witness("tso", one)?.storeOrder ?? {})).toContain('{"a":1,"b":2}');
  });

  test("what JavaScript's objects inherit is no name of a session or variable", () => {
    const history = memory(
      { ...read(0, "constructor", 0), call: 0, return: 1 },
      { ...read("constructor", "x", 7), call: 0 },
      { ...read("__proto__", "__proto__", 7), call: 0 },
    );
    expect(witness("tso", history)?.storeOrder).toEqual({});
    expect(witness("cm", history)?.threads).toEqual({ "0": [0] });
  });
});
