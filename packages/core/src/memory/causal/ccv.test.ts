import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import {
  conflictOrder,
  causalOrder,
  isCcv,
  literalHistory,
} from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension, smallMemories } from "@sightline/testing/memory/small-memories.js";
import { union } from "@sightline/testing/memory/relation.js";
import { checkCcv } from "./ccv.js";

describe("checkCcv", () => {
  test("agrees with the definition on random histories, and its order extends po ∪ wr ∪ cf[co]", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    const wrong: number[] = [];
    for (const [seed, memory] of smallMemories(20_000, "some given")) {
      const history = literalHistory(memory);
      const found = checkCcv(memory, createBudget());
      counts[found.verdict]++;
      if ((found.verdict === "satisfied") !== isCcv(history)) wrong.push(seed);
      else if (found.verdict === "satisfied") {
        const co = causalOrder(history);
        const asked = union(co, conflictOrder(history, co));
        if (!isLinearExtension(found.orders[0], memory.size, asked)) wrong.push(seed);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(3_000);
  });

  test("two threads that see each other's write last: CAV'19 Fig. 1a, a cycle of the two writes", () => {
    const fig1a = memoryOf([
      [
        ["w", "x", 2],
        ["r", "x", 1],
      ],
      [
        ["w", "x", 1],
        ["r", "x", 2],
      ],
    ]);
    const found = checkCcv(fig1a, createBudget());
    expect(found.verdict).toBe("violated");
    expect(found).toHaveProperty("clue", expect.arrayContaining([0, 2]));
  });

  test("what violates CC violates it: the pattern is named", () => {
    const overwritten = memoryOf([
      [
        ["w", "x", 1],
        ["w", "x", 2],
        ["r", "x", 1],
      ],
    ]);
    expect(checkCcv(overwritten, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 2] });
  });

  test("it stops when the budget has run out", () => {
    const found = checkCcv(memoryOf([[["w", "x", 1]]]), createBudget({ cancelled: () => true }));
    expect(found).toMatchObject({ verdict: "unknown", reason: "cancelled" });
  });
});
