import { admittedOutcomes, canonical, types } from "@sightline/core";
import { expect, test } from "vitest";
import { strongestFirst } from "../object/admitted.js";
import { generatePrograms } from "../object/generate-programs.js";
import { programHistory, stepsOf } from "../object/notation.js";
import { setSpec } from "@sightline/testing/lab/fake-target.js";
import { outcomesOfOne } from "./outcomes-of-one.js";

test.each(["size", "remove", "clear"])(
  "with %s relaxed once, the outcomes are those that the levels admit",
  (name) => {
    const tested = setSpec.methods.flatMap((own) => (own.name === name ? [{ ...own, trusted: false }] : []));
    const pool = [...setSpec.methods.filter((own) => own.trusted === true && own.name !== name), ...tested];
    const made = generatePrograms({ ...setSpec, methods: pool }, { seed: 4, methods: tested, threads: 2 });
    let compared = 0;
    for (const program of made) {
      const at = stepsOf(program).findIndex(({ method }) => method === name);
      if (stepsOf(program).filter(({ method }) => method === name).length > 1) continue;
      const quick = outcomesOfOne(program, types.set, at);
      for (const level of strongestFirst) {
        const levels = { "*": "complete", [name]: level } as const;
        const slow = [...admittedOutcomes(programHistory(program), { type: types.set, levels })];
        expect(new Set(quick(level))).toEqual(new Set(slow.map(({ results }) => canonical(results))));
      }
      if (++compared === 60) break;
    }
    expect(compared).toBe(60);
  },
);
