import { parseHistory, printHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { historyOf, historyValues, programOf, showsExchange, variablesOf } from "./program.js";

const text = "{ write(x,1); read(y) => 0 } || { write(y,-7); read(x) => 1; read(3) => 0 }";

describe("programs and histories", () => {
  test("turn into each other", () => {
    const history = parseHistory(text);
    const program = programOf(history);
    expect(program).toEqual({
      threads: [
        [
          ["w", "x", 1],
          ["r", "y"],
        ],
        [
          ["w", "y", -7],
          ["r", "x"],
          ["r", 3],
        ],
      ],
    });
    expect(variablesOf(program)).toEqual(["x", "y", 3]);
    const values = historyValues(history);
    expect(values).toEqual([1, 0, -7, 1, 0]);
    const again = historyOf(program, values, { name: "a run" });
    expect(again).toMatchObject({ type: "memory", name: "a run" });
    expect(printHistory(again)).toBe(printHistory(parseHistory(text, { type: "memory" })));
  });

  test("operations of one thread need not stand together in a history", () => {
    const history = parseHistory(
      '{"type":"memory","operations":[{"session":"a","method":"write","args":["x",1]},' +
        '{"session":"b","method":"read","args":["x"],"result":5},{"session":"a","method":"read","args":["x"],"result":2}]}',
    );
    expect(programOf(history).threads.map((steps) => steps.length)).toEqual([2, 1]);
    expect(historyValues(history)).toEqual([1, 2, 5]);
  });

  test.each([
    ["{ write(x,1.5) }", /32-bit integer/],
    ["{ write(x,3000000000) }", /32-bit integer/],
    ["{ write(x) }", /read\(variable\) and write\(variable,value\)/],
    ["{ cas(x,1,2) }", /read\(variable\) and write\(variable,value\)/],
    ["{ read([1]) }", /names the variable/],
    ["{ a.read(x) }", /no objects/],
    ["queue { poll() }", /only memory programs/],
    ['{"initial":{"x":1},"operations":[]}', /0 at first/],
    [
      '{"operations":[{"session":0,"method":"read","args":["x"]},{"session":1,"method":"read","args":["x"]}],"happensBefore":[[0,1]]}',
      /happensBefore/,
    ],
  ])("%s cannot be run", (program, message) => {
    expect(() => programOf(parseHistory(program))).toThrow(message);
  });

  test("a read without a result has no value", () => {
    expect(() => historyValues(parseHistory("{ read(x) }"))).toThrow(/given as a number/);
  });
});

test("threads exchange something when one reads what another wrote", () => {
  const shows = (run: string): boolean => {
    const history = parseHistory(run);
    return showsExchange(programOf(history), historyValues(history));
  };
  expect(shows("{ write(x,1); read(x) => 1; read(y) => 0 } || { write(y,1); read(x) => 0 }")).toBe(false);
  expect(shows("{ write(x,1); read(y) => 1 } || { write(y,1); read(x) => 0 }")).toBe(true);
  expect(shows("{ write(x,1); read(x) => 2 } || { write(x,2) }")).toBe(true);
  expect(shows("{ write(x,1); write(x,2); read(x) => 2 } || { read(x) => 0 }")).toBe(false);
});
