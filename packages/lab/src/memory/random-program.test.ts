import { describe, expect, test } from "vitest";
import { createRandom } from "@sightline/core";
import { type ProgramShape, randomProgram } from "./random-program.js";
import { variablesOf } from "./program.js";

const shape: ProgramShape = { threads: 3, operations: 50, variables: 4, writes: 0.5 };

describe("random programs", () => {
  test("have the shape that was asked for", () => {
    const program = randomProgram(createRandom(7), shape);
    expect(program.threads.map((steps) => steps.length)).toEqual([50, 50, 50]);
    expect(new Set(variablesOf(program))).toEqual(new Set(["x0", "x1", "x2", "x3"]));
  });

  test("write 1, 2, 3, … to each variable, each once", () => {
    const { threads } = randomProgram(createRandom(8), shape);
    const written = new Map<unknown, number[]>();
    for (const [kind, variable, value] of threads.flat())
      if (kind === "w") written.set(variable, [...(written.get(variable) ?? []), value]);
    expect(written.size).toBe(4);
    for (const values of written.values())
      expect(values).toEqual(Array.from({ length: values.length }, (_, index) => index + 1));
  });

  test("write as often as was asked for", () => {
    const share = (writes: number): number => {
      const steps = randomProgram(createRandom(9), { ...shape, operations: 1000, writes }).threads.flat();
      return steps.filter(([kind]) => kind === "w").length / steps.length;
    };
    expect(share(0)).toBe(0);
    expect(share(1)).toBe(1);
    expect(share(0.2)).toBeCloseTo(0.2, 1);
  });

  test("are the same for the same seed, and others for others", () => {
    const three = (seed: number) => {
      const random = createRandom(seed);
      return [0, 1, 2].map(() => randomProgram(random, shape));
    };
    expect(three(1)).toEqual(three(1));
    expect(three(1)).not.toEqual(three(2));
    expect(new Set(three(1).map((program) => JSON.stringify(program))).size).toBe(3);
  });
});
