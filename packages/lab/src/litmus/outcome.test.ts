import { printHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { variablesOf } from "../memory/program.js";
import { machineOutcomes } from "@sightline/testing/lab/machine-outcomes.js";
import type { LitmusOutcome, LitmusTest } from "./litmus-test.js";
import { allows, outcomeHistory, outcomeKey, printOutcome } from "./outcome.js";
import { litmusTests } from "./tests.js";

const named = (name: string): LitmusTest => {
  const found = litmusTests.find((test) => test.name === name);
  if (found === undefined) throw new Error(`no test ${name}`);
  return found;
};

/** Every outcome that anyone could think of: each read returns any value of its variable. */
function conceivable({ program, observed }: LitmusTest): LitmusOutcome[] {
  const steps = program.threads.flat();
  const written = (variable: unknown): number[] =>
    steps.flatMap(([kind, other, value]) => (kind === "w" && other === variable ? [value] : []));
  const choices = [
    ...steps.map(([kind, variable, value]) => (kind === "w" ? [value] : [0, ...written(variable)])),
    ...observed.map(written),
  ];
  const all = choices.reduce<number[][]>(
    (chosen, options) => chosen.flatMap((some) => options.map((option) => [...some, option])),
    [[]],
  );
  return all.map((values) => ({ values: values.slice(0, steps.length), final: values.slice(steps.length) }));
}

/** The outcomes of the abstract machine, with what the test observes at the end. */
function machineKeys({ program, observed }: LitmusTest, storeBuffers: boolean): Set<string> {
  const variables = variablesOf(program);
  return new Set(
    machineOutcomes(program, storeBuffers).map(({ values, final }) =>
      outcomeKey({ values, final: observed.map((variable) => final[variables.indexOf(variable)]) }),
    ),
  );
}

describe("what SC and TSO allow is what an interleaving and a store-buffer machine show", () => {
  test.each(litmusTests.map((litmus) => [litmus.name, litmus] as const))("%s", (_, litmus) => {
    const machines = { sc: machineKeys(litmus, false), tso: machineKeys(litmus, true) };
    for (const outcome of conceivable(litmus))
      for (const model of ["sc", "tso"] as const)
        expect(
          [printOutcome(litmus, outcome), model, allows(model, litmus, outcome)],
          printHistory(outcomeHistory(litmus, outcome)),
        ).toEqual([printOutcome(litmus, outcome), model, machines[model].has(outcomeKey(outcome))]);
  });
});

test("an outcome is printed by thread, with values at the end", () => {
  expect(printOutcome(named("SB"), named("SB").interesting)).toBe("y=0 | x=0");
  expect(printOutcome(named("IRIW"), named("IRIW").interesting)).toBe("x=1 y=0 | y=1 x=0");
  expect(printOutcome(named("R"), named("R").interesting)).toBe("x=0, finally y=2");
  expect(printOutcome(named("2+2W"), named("2+2W").interesting)).toBe("finally x=1 y=1");
});

test("values at the end are told by a thread that saw the order of writes", () => {
  expect(printHistory(outcomeHistory(named("R"), named("R").interesting))).toMatch(
    /\|\| \{ read\(y\) => 1; read\(y\) => 2 \}$/,
  );
  const observed = { ...named("SB"), observed: ["x"] };
  expect(() => outcomeHistory(observed, { values: [1, 0, 1, 0], final: [1] })).toThrow(/written 1 times/);
});
