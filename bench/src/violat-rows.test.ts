import { type Outcome, parseProgram, stepsOf } from "@sightline/lab";
import { describe, expect, test } from "vitest";
import { printAsTable, violatRows } from "./violat-rows.js";

describe("the rows of POPL'19", () => {
  test("are all there, each about a method that its program calls", () => {
    const rows = violatRows();
    expect(rows.filter(({ id }) => id.startsWith("T2."))).toHaveLength(50);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { program, method } of rows)
      expect(stepsOf(program).map((step) => step.method)).toContain(method);
  });

  test.each<[string, Outcome, string]>([
    ["{ put(1,0); contains(0) } || { put(0,0) }", [null, false, 0], "N,F,0"],
    ["{ entrySet() } || { pollFirstEntry() }", [[[1, 0]], [1, 0]], "[1=0],1=0"],
    [
      "{ tailMap(0) } || { toArray() }",
      [
        [
          [0, 1],
          [1, 0],
        ],
        [1, 0],
      ],
      "{0=1,1=0},[1,0]",
    ],
    ["{ getLast() } || { toString() }", [{ throws: "NoSuchElementException" }, "[0, 0]"], "E,[0,0]"],
  ])("%s: outcomes are written as in the table", (program, outcome, text) => {
    expect(printAsTable(parseProgram(program), outcome)).toBe(text);
  });
});
