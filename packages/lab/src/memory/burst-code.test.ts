import { describe, expect, test } from "vitest";
import { createRandom } from "@sightline/core";
import { type Access, batchParameters, burstCode, type BurstCodeOptions } from "./burst-code.js";
import { randomProgram } from "./random-program.js";
import { allocateBatch, type BatchLayout, type BatchMemory, firstStep, STRIDE } from "./layout.js";
import type { MemoryProgram } from "./program.js";

const variables = ["x0", "x1", "x2"];
const layout: BatchLayout = { threads: 2, bursts: 5, steps: 12, variables: variables.length };

/** Makes the code of a thread a function on a batch's memory, as a thread of the crew does. */
function compile(options: Omit<BurstCodeOptions, "layout" | "skew" | "seed">, memory: BatchMemory) {
  const code = burstCode({ layout, skew: 16, seed: 3, ...options });
  // oxlint-disable-next-line typescript/no-implied-eval -- what the threads do with it
  const make = new Function(...batchParameters, code) as (
    ...memory: Int32Array[]
  ) => (count: number) => number;
  return make(...batchParameters.map((name) => memory[name]));
}

/** What the threads read when each runs to its end before the next begins: by following the steps. */
function oneAfterAnother({ threads }: MemoryProgram): number[] {
  const cells = new Map<unknown, number>();
  return threads.flat().map(([kind, variable, value]) => {
    if (kind === "w") cells.set(variable, value);
    return cells.get(variable) ?? 0;
  });
}

const valuesOf = (memory: BatchMemory, burst: number): number[] =>
  [0, 1].flatMap((thread) => {
    const first = firstStep(layout, thread, burst);
    return [...memory.values.subarray(first, first + layout.steps)];
  });

const programs = ((random) =>
  Array.from({ length: layout.bursts }, () =>
    randomProgram(random, { threads: 2, operations: 12, variables: 3, writes: 0.5 }),
  ))(createRandom(5));

/** Steps as the loop reads them. */
function lay(memory: BatchMemory): void {
  programs.forEach(({ threads }, burst) =>
    threads.forEach((steps, thread) =>
      steps.forEach(([kind, variable, value], index) => {
        const step = firstStep(layout, thread, burst) + index;
        const place = STRIDE * variables.indexOf(String(variable));
        memory.places[step] = kind === "w" ? ~place : place;
        memory.values[step] = kind === "w" ? value : 99;
      }),
    ),
  );
}

describe.each<Access>(["plain", "atomics"])("the code of a thread, %s", (access) => {
  test("runs random programs, a different one in each burst", () => {
    const memory = allocateBatch(layout);
    lay(memory);
    const met = [0, 1].map((thread) => compile({ thread, access, looks: 3, naps: 0 }, memory)(layout.bursts));
    programs.forEach((program, burst) => expect(valuesOf(memory, burst)).toEqual(oneAfterAnother(program)));
    // The first was alone, the second came last each time.
    expect(met).toEqual([0, layout.bursts]);
  });

  test("runs one program in straight line, and only as many bursts as it is told", () => {
    const memory = allocateBatch(layout);
    const [program] = programs;
    lay(memory);
    memory.values.fill(99);
    for (const thread of [0, 1])
      compile(
        { thread, access, looks: 0, naps: 1, steps: program.threads[thread], variables },
        memory,
      )(layout.bursts - 1);
    const kinds = program.threads.flat().map(([kind]) => kind);
    const expected = oneAfterAnother(program).map((value, index) => (kinds[index] === "r" ? value : 99));
    for (let burst = 0; burst < layout.bursts - 1; burst++) expect(valuesOf(memory, burst)).toEqual(expected);
    expect(new Set(valuesOf(memory, layout.bursts - 1))).toEqual(new Set([99]));
  });
});

test("straight code refuses a variable without a place", () => {
  expect(() =>
    burstCode({
      layout,
      thread: 0,
      access: "plain",
      looks: 1,
      naps: 0,
      skew: 0,
      seed: 1,
      steps: [["r", "y"]],
      variables,
    }),
  ).toThrow(/y has no place/);
});
