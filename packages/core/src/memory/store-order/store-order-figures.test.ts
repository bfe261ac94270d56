import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { createPlainSat } from "@sightline/testing/memory/plain-sat.js";
import { decideSc, decideTso, type StoreOrderAlgorithm } from "./decide-store-order.js";

/** CAV'19's examples and the classic litmus tests: name, threads, SC, TSO. */
const figures: readonly [string, string, boolean, boolean][] = [
  ["Fig. 1a", "Wx2 Rx1 | Wx1 Rx2", false, false],
  ["Fig. 1b", "Wz1 Wx1 Wy1 | Wx2 Rz0 Ry1 Rx2", false, true],
  ["Fig. 1d", "Wx1 Ry0 Wy1 Rx1 | Wx2 Ry0 Wy2 Rx2", false, true],
  ["IRIW", "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0", false, false],
  ["SB", "Wx1 Ry0 | Wy1 Rx0", false, true],
  ["SB+rfi", "Wx1 Rx1 Ry0 | Wy1 Ry1 Rx0", false, true],
  ["MP", "Wx1 Wy1 | Ry1 Rx0", false, false],
  ["LB", "Rx1 Wy1 | Ry1 Wx1", false, false],
  ["CoRR", "Wx1 Wx2 | Rx2 Rx1", false, false],
  ["in sequence", "Wx1 Rx1 | Rx1 Wy1", true, true],
  ["CCM and wCCM, but not TSO", "Wx1 Wy1 | Wx2 Wy2 | Rx1 Ry0 Ry1 Rx1 | Rx2 Ry0 Ry2 Rx2", false, false],
  ["the own future", "Rx1 Wx1", false, false],
  ["TSO, rejected by Algorithm 2 as printed", "Wx1 Wy2 Ry1 | Wy1 Rx0", false, true],
];

/** All four combinations of the orders of x and y are forbidden, each by two readers; no rule sees that. */
const saturatedNotSc = memoryOf(
  "Wx1 | Wx2 | Wy1 | Wy2 | Rx2 Ry1 | Ry2 Rx1 | Rx2 Ry2 | Ry1 Rx1 | Rx1 Ry1 | Ry2 Rx2 | Rx1 Ry2 | Ry1 Rx2",
);

const complete: readonly StoreOrderAlgorithm[] = ["auto", "branch", "lazy-sat"];
const sat = createPlainSat;

describe("the examples", () => {
  test.each(figures)("%s", (_, threads, sc, tso) => {
    const memory = memoryOf(threads);
    for (const algorithm of complete) {
      const budget = createBudget();
      expect(decideSc(memory, { budget, algorithm, sat }).verdict).toBe(sc ? "satisfied" : "violated");
      expect(decideTso(memory, { budget, algorithm, sat }).verdict).toBe(tso ? "satisfied" : "violated");
    }
  });

  test("one that saturation does not refute", () => {
    for (const decide of [decideSc, decideTso]) {
      for (const algorithm of complete)
        expect(decide(saturatedNotSc, { budget: createBudget(), algorithm, sat }).verdict).toBe("violated");
      const alone = decide(saturatedNotSc, { budget: createBudget(), algorithm: "saturation" });
      expect(alone).toMatchObject({ verdict: "unknown", reason: "states" });
    }
  });

  test("nothing at all, and threads with nothing on them", () => {
    for (const decide of [decideSc, decideTso])
      for (const threads of [[], [[], []]] as const) {
        const found = decide(memoryOf(threads), { budget: createBudget(), algorithm: "auto", sat });
        expect(found).toMatchObject({ verdict: "satisfied", orders: [new Int32Array(0)] });
      }
  });
});
