import { expect, test } from "vitest";
import { printProgram, stepsOf } from "../object/notation.js";
import type { Program } from "../object/program.js";
import { setSpec } from "@sightline/testing/lab/fake-target.js";
import { programsInTurn } from "./programs-in-turn.js";

function first(count: number, programs: Iterable<Program>): Program[] {
  const found: Program[] = [];
  for (const program of programs) if (found.push(program) === count) break;
  return found;
}

const methodsOf = (program: Program): Set<string> => new Set(stepsOf(program).map(({ method }) => method));

test("methods have their turn, each with trusted ones around it", () => {
  const programs = first(20, programsInTurn(setSpec, { seed: 5 }));
  programs.forEach((program, i) => {
    const methods = methodsOf(program);
    expect(methods.has(i % 2 === 0 ? "size" : "clear"), printProgram(program)).toBe(true);
    expect(methods.has(i % 2 === 0 ? "clear" : "size"), printProgram(program)).toBe(false);
  });
});

test("a method that has no more programs leaves the others their turns", () => {
  const programs = [...programsInTurn(setSpec, { seed: 1, threads: 2, invocations: [2, 2], values: 1 })];
  const of = (method: string): number => programs.filter((program) => methodsOf(program).has(method)).length;
  // A pair without order: the method with itself, or with one of three others.
  expect([of("size"), of("clear")]).toEqual([4, 4]);
});

test("where nothing is trusted, the methods are tested together", () => {
  const methods = setSpec.methods.map((method) => ({ ...method, trusted: false }));
  const programs = first(50, programsInTurn({ ...setSpec, methods }, { seed: 1 }));
  const mixed = programs.filter(
    (program) => methodsOf(program).has("add") && methodsOf(program).has("clear"),
  );
  expect(mixed.length).toBeGreaterThan(0);
});

test("where all are trusted, they are tested all the same", () => {
  const methods = setSpec.methods.filter(({ trusted }) => trusted === true);
  expect(first(5, programsInTurn({ ...setSpec, methods }, { seed: 1 }))).toHaveLength(5);
});
