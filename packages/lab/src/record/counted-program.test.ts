import { expect, it } from "vitest";
import { parseProgram, printStep } from "../object/notation.js";
import { countCalls } from "./counted-program.js";

it("looks at the other counters before each call and counts it after", () => {
  const { program } = countCalls(parseProgram("{ a(); v.set(); b() } || { c() } || { v.get(); d() }"));
  expect(program.threads.map((steps) => steps.map(printStep))).toEqual([
    ["#1.look()", "#2.look()", "a()", "#0.tick()", "v.set()", "#1.look()", "#2.look()", "b()", "#0.tick()"],
    ["#0.look()", "#2.look()", "c()", "#1.tick()"],
    ["v.get()", "#0.look()", "#1.look()", "d()", "#2.tick()"],
  ]);
});

it("tells the results of the program from what was seen of the counters", () => {
  const { program, restore } = countCalls(parseProgram("{ a(); v.set() } || { v.get(); b() }"));
  expect(program.threads.flat().map(printStep)).toEqual([
    "#1.look()",
    "a()",
    "#0.tick()",
    "v.set()",
    "v.get()",
    "#0.look()",
    "b()",
    "#1.tick()",
  ]);
  expect(restore([0, "a", null, null, true, 1, "b", null])).toEqual({
    results: ["a", null, true, "b"],
    order: [[0], [1]],
  });
});
