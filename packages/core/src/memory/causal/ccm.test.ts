import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { compareWithDefinition } from "@sightline/testing/memory/compare-with-definition.js";
import { isCcm, partialStoreOrderOf, readsBefore } from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension } from "@sightline/testing/memory/small-memories.js";
import { union } from "@sightline/testing/memory/relation.js";
import { checkCcm, partialStoreOrder } from "./ccm.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("checkCcm", () => {
  test("agrees with the definition on random histories, and its order extends po ∪ wr ∪ pww ∪ rw[pww]", () => {
    const { wrong, satisfied, violated, unknown } = compareWithDefinition(
      seeds(6_000),
      "some given",
      checkCcm,
      isCcm,
      ({ seed, memory, history, orders: [order] }) => {
        if (seed % 4 !== 0) return true;
        const pww = partialStoreOrderOf(history);
        const asked = union(history.po, history.wr, pww, readsBefore(history, pww));
        return isLinearExtension(order, memory.size, asked);
      },
    );
    expect(wrong).toEqual([]);
    expect(unknown).toBe(0);
    expect(Math.min(satisfied, violated)).toBeGreaterThan(900);
  });

  test("CAV'19 Fig. 1c, where only rw[pww] closes a cycle: each thread's overwriting write and its read", () => {
    const fig1c = memoryOf("Wx1 Wx2 Ry1 | Wy1 Wy2 Rx1");
    const found = checkCcm(fig1c, createBudget());
    expect(found.verdict).toBe("violated");
    expect(found).toHaveProperty("clue", expect.arrayContaining([1, 2, 4, 5]));
    expect(partialStoreOrder(fig1c, createBudget()).verdict).toBe("found");
  });

  test("CAV'19 Fig. 1d satisfies it, and writes of different threads stay unordered", () => {
    const fig1d = memoryOf("Wx1 Ry0 Wy1 Rx1 | Wx2 Ry0 Wy2 Rx2");
    expect(checkCcm(fig1d, createBudget()).verdict).toBe("satisfied");
    const found = partialStoreOrder(fig1d, createBudget());
    if (found.verdict !== "found") throw new Error(found.verdict);
    expect(found.storeOrder.countPairs()).toEqual({ pairs: 2, unordered: 2 });
  });

  test("an order that one thread saw goes on in what another reads: cf[hb] beyond each hb_o", () => {
    const memory = memoryOf("Wv2 | Wv1 Wx1 Rx2 | Wx2 Wy1 | Ry1 Rv2");
    // v = 1, then x = 1, then (as thread 1 saw it) x = 2, then y = 1, read before v = 2.
    const order = partialStoreOrder(memory, createBudget());
    expect(order.verdict === "found" && order.storeOrder.isOrdered(1, 0)).toBe(true);
    const found = checkCcm(memory, createBudget());
    if (found.verdict !== "satisfied") throw new Error(found.verdict);
    expect(found.orders[0].indexOf(1)).toBeLessThan(found.orders[0].indexOf(0));
  });

  test("long histories of one memory satisfy it; with store buffers some read is too early", () => {
    const shape = { operations: 5_000, threads: 4, variables: 10, writes: 0.5, seed: 3 };
    expect(checkCcm(generateMemory("sc", shape), createBudget()).verdict).toBe("satisfied");
    expect(checkCcm(generateMemory("tso", shape), createBudget()).verdict).toBe("violated");
  });

  test("it stops when the budget has run out", () => {
    const shape = { operations: 5_000, threads: 4, variables: 10, writes: 0.5, seed: 3 };
    const budget = createBudget({ states: 10_000 });
    const memory = generateMemory("sc", shape);
    expect(checkCcm(memory, budget)).toMatchObject({ verdict: "unknown", reason: "states" });
    expect(partialStoreOrder(memory, budget)).toMatchObject({ verdict: "unknown", reason: "states" });
  });
});
