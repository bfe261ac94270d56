import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import {
  isCcm,
  literalHistory,
  partialStoreOrderOf,
  readsBefore,
} from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension, smallMemories } from "@sightline/testing/memory/small-memories.js";
import { union } from "@sightline/testing/memory/relation.js";
import { checkCcm, partialStoreOrder } from "./ccm.js";

describe("checkCcm", () => {
  test("agrees with the definition on random histories, and its order extends po ∪ wr ∪ pww ∪ rw[pww]", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    const wrong: number[] = [];
    for (const [seed, memory] of smallMemories(20_000, "some given")) {
      const history = literalHistory(memory);
      const found = checkCcm(memory, createBudget());
      counts[found.verdict]++;
      if ((found.verdict === "satisfied") !== isCcm(history)) wrong.push(seed);
      else if (found.verdict === "satisfied" && seed % 4 === 0) {
        const pww = partialStoreOrderOf(history);
        const asked = union(history.po, history.wr, pww, readsBefore(history, pww));
        if (!isLinearExtension(found.orders[0], memory.size, asked)) wrong.push(seed);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(3_000);
  });

  test("CAV'19 Fig. 1c, where only rw[pww] closes a cycle: each thread's overwriting write and its read", () => {
    const fig1c = memoryOf([
      [
        ["w", "x", 1],
        ["w", "x", 2],
        ["r", "y", 1],
      ],
      [
        ["w", "y", 1],
        ["w", "y", 2],
        ["r", "x", 1],
      ],
    ]);
    const found = checkCcm(fig1c, createBudget());
    expect(found.verdict).toBe("violated");
    expect(found).toHaveProperty("clue", expect.arrayContaining([1, 2, 4, 5]));
    expect(partialStoreOrder(fig1c, createBudget()).verdict).toBe("found");
  });

  test("CAV'19 Fig. 1d satisfies it, and writes of different threads stay unordered", () => {
    const fig1d = memoryOf([
      [
        ["w", "x", 1],
        ["r", "y", 0],
        ["w", "y", 1],
        ["r", "x", 1],
      ],
      [
        ["w", "x", 2],
        ["r", "y", 0],
        ["w", "y", 2],
        ["r", "x", 2],
      ],
    ]);
    expect(checkCcm(fig1d, createBudget()).verdict).toBe("satisfied");
    const found = partialStoreOrder(fig1d, createBudget());
    if (found.verdict !== "found") throw new Error(found.verdict);
    expect(found.storeOrder.countPairs()).toEqual({ pairs: 2, unordered: 2 });
  });

  test("an order that one thread saw goes on in what another reads: cf[hb] beyond each hb_o", () => {
    const memory = memoryOf([
      [["w", "v", 2]],
      [
        ["w", "v", 1],
        ["w", "x", 1],
        ["r", "x", 2],
      ],
      [
        ["w", "x", 2],
        ["w", "y", 1],
      ],
      [
        ["r", "y", 1],
        ["r", "v", 2],
      ],
    ]);
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
