import { describe, expect, test } from "vitest";
import { variablesOf } from "../memory/program.js";
import { machineOutcomes } from "@sightline/testing/lab/machine-outcomes.js";
import { outcomeKey, sameOutcome } from "./outcome.js";
import { runLitmus } from "./run.js";
import { litmusTests } from "./tests.js";

/** One with values at the end, one with two, one with a thread that only reads. */
const some = litmusTests.filter(({ name }) => ["SB", "MP", "R", "2+2W"].includes(name));

describe("running a litmus test", () => {
  test.each(some.map((litmus) => [litmus.name, litmus] as const))(
    "%s with Atomics shows what an interleaving gives, and the counts add up",
    async (_, litmus) => {
      const { program, observed, interesting } = litmus;
      const told: number[] = [];
      const { runs, outcomes } = await runLitmus(litmus, {
        runs: 2100,
        warmUp: 0,
        access: "atomics",
        onProgress: (done) => told.push(done),
      });
      expect(runs).toBe(2100);
      expect(told.at(-1)).toBe(2100);
      expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(2100);
      const counts = outcomes.map(({ count }) => count);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
      const variables = variablesOf(program);
      const possible = new Set(
        machineOutcomes(program, false).map(({ values, final }) =>
          outcomeKey({ values, final: observed.map((variable) => final[variables.indexOf(variable)]) }),
        ),
      );
      for (const outcome of outcomes) {
        expect(possible).toContain(outcomeKey(outcome));
        expect(sameOutcome(outcome, interesting)).toBe(false);
      }
    },
  );

  test("ends early when it is told to", async () => {
    const controller = new AbortController();
    const { runs, outcomes } = await runLitmus(litmusTests[0], {
      runs: 1_000_000,
      warmUp: 0,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(runs).toBeGreaterThan(0);
    expect(runs).toBeLessThan(1_000_000);
    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(runs);
  });
});
