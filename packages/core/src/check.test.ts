import { describe, expect, test } from "vitest";
import { check } from "./check.js";
import { criteria, type CriterionName } from "./criteria/criterion.js";
import { algorithms } from "./plan/algorithms.js";
import { printHistory } from "./history/print.js";
import { generateHistory } from "./testing/generate.js";
import { satisfies } from "./testing/oracle.js";
import { types } from "./types/index.js";
import { verify } from "./witness/verify.js";

const HISTORIES_PER_TYPE = 900;

describe.each(Object.keys(types))("check agrees with the literal oracle on %s", (name) => {
  const type = types[name as keyof typeof types];
  test.each(Object.keys(criteria) as CriterionName[])(
    "%s, every algorithm, with and without partition",
    (criterion) => {
      let held = 0;
      for (let seed = 1; seed <= HISTORIES_PER_TYPE; seed++) {
        const history = generateHistory(type, seed);
        const expected = satisfies(history, type, criterion);
        if (expected) held++;
        for (const algorithm of algorithms) {
          const partition = algorithm === "auto" || seed % 2 === 0;
          const result = check(history, { type, criterion, algorithm, partition, explain: seed % 10 === 0 });
          const where = `${name} seed ${seed}, ${algorithm}: ${printHistory(history)}`;
          expect(result.verdict, where).toBe(expected ? "satisfied" : "violated");
          if (result.verdict === "satisfied")
            expect(
              verify(history, { type, criterion, initial: history.initial }, result.witness),
              where,
            ).toEqual({
              valid: true,
            });
        }
      }
      expect(held).toBeGreaterThan(HISTORIES_PER_TYPE / 20);
      expect(held).toBeLessThan((HISTORIES_PER_TYPE * 19) / 20);
    },
  );
});
