import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { check } from "../check.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { linearizable } from "@sightline/testing/order/order-oracle.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { types } from "../types/index.js";
import { verify } from "../witness/verify.js";
import { linearizeKeyed } from "./keyed.js";
import { seeds } from "@sightline/testing/seeds.js";

const bounded = [types.register, types.set, types.map, types.mutex];

describe.each(bounded.map((type) => [type.name, type] as const))("all keys at once, %s", (_, type) => {
  test("agrees with the oracle wherever it applies", () => {
    const decided = { satisfied: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(1300); seed++) {
      const history = generateHistory(type, seed);
      if (!history.timed) continue;
      const found = linearizeKeyed(history, type, history.initial, createBudget());
      if (found === undefined) continue;
      decided[found.verdict]++;
      expect(found.verdict === "satisfied", `seed ${seed}`).toBe(linearizable(history, type));
      if (found.verdict === "satisfied")
        expect(verify(history, { type, criterion: "linearizability" }, found), `seed ${seed}`).toEqual({
          valid: true,
        });
    }
    expect(decided.satisfied).toBeGreaterThan(15);
    expect(decided.violated).toBeGreaterThan(15);
  });
});

const methods = ["add", "remove", "contains"];
const long = { type: types.set, threads: 4, operations: 3000, values: 12, seed: 5, methods };

test("decides long sets, with a witness that holds and the same verdict as key by key", () => {
  for (let seed = 1; seed <= 10; seed++)
    for (const corrupt of [0, 1]) {
      const history = simulate({ ...long, seed, corrupt });
      const found = linearizeKeyed(history, types.set, undefined, createBudget());
      expect(found?.verdict).toBe(check(history, { algorithm: "wgl", explain: false }).verdict);
      if (found?.verdict === "satisfied")
        expect(verify(history, { type: types.set, criterion: "linearizability" }, found)).toEqual({
          valid: true,
        });
    }
});

test("names the key that fails and the operation at which it does", () => {
  const history = simulate({ ...long, corrupt: 3 });
  const result = check(history, { explain: false });
  if (result.verdict !== "violated") throw new Error("not violated");
  expect(result.violation.part).toHaveProperty("key");
  expect(check(history, { explain: false, algorithm: "wgl" }).verdict).toBe("violated");
});
