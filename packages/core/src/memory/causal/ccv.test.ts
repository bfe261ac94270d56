import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { compareWithDefinition } from "@sightline/testing/memory/compare-with-definition.js";
import { causalOrder, conflictOrder, isCcv } from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension } from "@sightline/testing/memory/small-memories.js";
import { union } from "@sightline/testing/memory/relation.js";
import { checkCcv } from "./ccv.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("checkCcv", () => {
  test("agrees with the definition on random histories, and its order extends po ∪ wr ∪ cf[co]", () => {
    const { wrong, satisfied, violated, unknown } = compareWithDefinition(
      seeds(6_000),
      "some given",
      checkCcv,
      isCcv,
      ({ memory, history, orders: [order] }) => {
        const co = causalOrder(history);
        return isLinearExtension(order, memory.size, union(co, conflictOrder(history, co)));
      },
    );
    expect(wrong).toEqual([]);
    expect(unknown).toBe(0);
    expect(Math.min(satisfied, violated)).toBeGreaterThan(900);
  });

  test("two threads that see each other's write last: CAV'19 Fig. 1a, a cycle of the two writes", () => {
    const fig1a = memoryOf("Wx2 Rx1 | Wx1 Rx2");
    const found = checkCcv(fig1a, createBudget());
    expect(found.verdict).toBe("violated");
    expect(found).toHaveProperty("clue", expect.arrayContaining([0, 2]));
  });

  test("what violates CC violates it: the pattern is named", () => {
    const overwritten = memoryOf("Wx1 Wx2 Rx1");
    expect(checkCcv(overwritten, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 2] });
  });

  test("it stops when the budget has run out", () => {
    const found = checkCcv(memoryOf("Wx1"), createBudget({ cancelled: () => true }));
    expect(found).toMatchObject({ verdict: "unknown", reason: "cancelled" });
  });
});
