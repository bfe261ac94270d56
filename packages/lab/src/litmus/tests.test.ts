import { describe, expect, test } from "vitest";
import { variablesOf } from "../memory/program.js";
import { machineOutcomes } from "@sightline/testing/lab/machine-outcomes.js";
import { outcomeKey } from "./outcome.js";
import { litmusTests } from "./tests.js";

/** The tests whose interesting outcome x86-TSO allows, as its papers say. */
const allowedByTso = new Set(["SB", "SB+rfi", "3.SB", "R", "RWC", "W+RWC", "n6"]);

describe("the litmus tests", () => {
  test("have names of their own", () => {
    const names = litmusTests.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(litmusTests.map((litmus) => [litmus.name, litmus] as const))(
    "%s asks for an outcome that no interleaving gives, and TSO only where the literature says so",
    (name, { program, observed, interesting }) => {
      const variables = variablesOf(program);
      const shows = (storeBuffers: boolean): boolean =>
        machineOutcomes(program, storeBuffers).some(
          ({ values, final }) =>
            outcomeKey({ values, final: observed.map((variable) => final[variables.indexOf(variable)]) }) ===
            outcomeKey(interesting),
        );
      expect(shows(false)).toBe(false);
      expect(shows(true)).toBe(allowedByTso.has(name));
    },
  );
});
