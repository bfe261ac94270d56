import { describe, expect, test } from "vitest";
import { parseProgram } from "../object/notation.js";
import type { Call } from "../object/program.js";
import { countRefused, countRun, createCoverage, untestedOf } from "./coverage.js";

/** Knows an overload of `put` for each kind of argument. */
const target = {
  signatures: (calls: readonly Call[]): Promise<readonly string[]> =>
    calls.some(({ method }) => method !== "put")
      ? Promise.reject(new Error("no such method"))
      : Promise.resolve(calls.map(({ args: [value] }) => `put(${typeof value})`)),
};
const request = { asked: ["put(number)", "put(string)"], impossible: [], notAsked: [] };

describe("an overload that was not called", () => {
  test("is told with those that were", async () => {
    const coverage = createCoverage();
    countRun(coverage, parseProgram("{ put(1) } || { put(2) }"));
    countRefused(coverage, parseProgram("{ put(3) } || { put(2) }"), "too slow");
    expect(await untestedOf(target, request, coverage, "time was up")).toEqual([
      { method: "put(string)", reason: "time was up; the calls of put that were judged mean put(number)" },
    ]);
  });

  test("is in no program that could be judged where some were not", async () => {
    const coverage = createCoverage();
    countRun(coverage, parseProgram("{ put(1) } || { put(2) }"));
    countRefused(coverage, parseProgram("{ put(a) } || { put(2) }"), "too slow");
    expect(await untestedOf(target, request, coverage, "time was up")).toEqual([
      { method: "put(string)", reason: "no program with it could be judged: too slow" },
    ]);
  });

  test("is told of where other calls mean no method", async () => {
    const coverage = createCoverage();
    countRefused(coverage, parseProgram("{ frob(a) } || { put(2) }"), "there is no frob");
    expect(await untestedOf(target, request, coverage, "time was up")).toEqual(
      request.asked.map((method) => ({
        method,
        reason: "no program with it could be judged: there is no frob",
      })),
    );
  });
});
