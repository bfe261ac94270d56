import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { compareWithDefinition } from "@sightline/testing/memory/compare-with-definition.js";
import {
  externalReads,
  isWccm,
  literalHistory,
  orderByVariable,
  preservedOrder,
  readsBefore,
  weakPartialStoreOrderOf,
} from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension } from "@sightline/testing/memory/small-memories.js";
import { has, union } from "@sightline/testing/memory/relation.js";
import { checkWccm, weakPartialStoreOrder } from "./wccm.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("checkWccm", () => {
  test("agrees with the definition on random histories; its orders extend ppo and po-loc, with wr_e ∪ wpww ∪ rw[wpww]", () => {
    const { wrong, satisfied, violated, unknown } = compareWithDefinition(
      seeds(6_000),
      "none given",
      checkWccm,
      isWccm,
      ({ seed, memory, history, orders: [byPpo, byPoLoc] }) => {
        if (seed % 4 !== 0) return true;
        const wpww = weakPartialStoreOrderOf(history);
        const more = union(externalReads(history), wpww, readsBefore(history, wpww));
        return (
          isLinearExtension(byPpo, memory.size, union(preservedOrder(history), more)) &&
          isLinearExtension(byPoLoc, memory.size, union(orderByVariable(history), more))
        );
      },
    );
    expect(wrong).toEqual([]);
    expect(unknown).toBe(0);
    expect(Math.min(satisfied, violated)).toBeGreaterThan(900);
  });

  test("a read of the own later write is refused, though wr_e does not have it", () => {
    const future = memoryOf("Rx1 Wx1");
    expect(checkWccm(future, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1] });
  });

  test("store buffering satisfies it, message passing out of order does not", () => {
    const storeBuffering = memoryOf("Wx1 Ry0 | Wy1 Rx0");
    const messagePassing = memoryOf("Wx1 Wy1 | Ry1 Rx0");
    expect(checkWccm(storeBuffering, createBudget()).verdict).toBe("satisfied");
    expect(checkWccm(messagePassing, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 3] });
  });

  test("independent reads of independent writes: the clue is in the history's own numbers", () => {
    const iriw = memoryOf("Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0");
    const found = checkWccm(iriw, createBudget());
    expect(found.verdict).toBe("violated");
    // x = 1 is read before y = 0, y = 1 before x = 0, and what reads 0 is before the write of 1.
    expect(found.verdict === "violated" && found.clue?.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("conflicts are those of hb^ppo, without what po-loc alone has", () => {
    const memory = memoryOf("Wv2 | Wv1 Wx1 Rx2 | Wx2 Wy1 | Ry1 Rv2");
    const found = weakPartialStoreOrder(memory, createBudget());
    if (found.verdict !== "found") throw new Error(found.verdict);
    const literal = weakPartialStoreOrderOf(literalHistory(memory));
    expect([has(literal, 2, 4), has(literal, 1, 0)]).toEqual([true, false]);
    expect([found.storeOrder.isOrdered(2, 4), found.storeOrder.isOrdered(1, 0)]).toEqual([true, false]);
  });

  test("an edge into the source of an internal read counts once others have seen that source", () => {
    const memory = memoryOf("Wk1 Wx1 Rp1 Rk1 Rz1 Rx1 Rq1 Ry1 | Wk2 Wx2 Wz1 | Rx1 Wy2 Wq1 | Wy1 Wp1");
    // k = 2, x = 2, then x = 1 (read after z), y = 2, y = 1 (read after q), p: before k = 1 was read.
    const found = weakPartialStoreOrder(memory, createBudget());
    if (found.verdict !== "found") throw new Error(found.verdict);
    expect(has(weakPartialStoreOrderOf(literalHistory(memory)), 8, 0)).toBe(true);
    expect(found.storeOrder.isOrdered(8, 0)).toBe(true);
  });

  test("long histories of store buffers satisfy it; those of causal replicas disagree on some order", () => {
    const shape = { operations: 5_000, threads: 4, variables: 10, writes: 0.5, seed: 3 };
    expect(checkWccm(generateMemory("tso", shape), createBudget()).verdict).toBe("satisfied");
    expect(checkWccm(generateMemory("causal", shape), createBudget()).verdict).toBe("violated");
  });

  test("it stops when the budget has run out", () => {
    const shape = { operations: 5_000, threads: 4, variables: 10, writes: 0.5, seed: 3 };
    const budget = createBudget({ states: 10_000 });
    const memory = generateMemory("tso", shape);
    expect(checkWccm(memory, budget)).toMatchObject({ verdict: "unknown", reason: "states" });
    expect(weakPartialStoreOrder(memory, budget)).toMatchObject({ verdict: "unknown", reason: "states" });
  });
});
