import { describe, expect, it, test } from "vitest";
import { parseProgram } from "../object/notation.js";
import { createRandom } from "@sightline/core";
import { numberInstants, orderIn } from "./instants.js";

describe("instants numbered anew", () => {
  it("calls one after another get one number each", () => {
    expect(numberInstants({ called: [10, 30, 50], returned: [20, 40, 60] })).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it("calls that overlap share a number", () => {
    expect(numberInstants({ called: [10, 15, 40], returned: [30, 20, 50] })).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  it("a call at the instant of a return overlaps it", () => {
    expect(numberInstants({ called: [0, 5], returned: [5, 9] })).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("they tell the same of who returned before whom as the clock did", () => {
    const random = createRandom(5);
    for (let trial = 0; trial < 2000; trial++) {
      const calls = 1 + random.int(6);
      const called = Array.from({ length: calls }, () => random.int(20));
      const returned = called.map((begin) => begin + random.int(8));
      const numbers = numberInstants({ called, returned });
      for (let a = 0; a < calls; a++)
        for (let b = 0; b < calls; b++) expect(numbers[a][1] < numbers[b][0]).toBe(returned[a] < called[b]);
      expect(Math.max(...numbers.flat())).toBeLessThan(calls);
    }
  });
});

it("counts the calls of each other thread that had returned", () => {
  const program = parseProgram("{ a(); b() } || { v.get(); c() } || { d() }");
  const instants = { called: [0, 4, 2, 9], returned: [1, 5, 3, 10] };
  expect(orderIn(program, instants, "counters")).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [2, 1],
  ]);
});
