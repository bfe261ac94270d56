import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { compareWithDefinition } from "@sightline/testing/memory/compare-with-definition.js";
import { causalOrder, isCc } from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension } from "@sightline/testing/memory/small-memories.js";
import { checkCc } from "./cc.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("checkCc", () => {
  test("agrees with the definition on random histories, and its order extends causal order", () => {
    const { wrong, satisfied, violated, unknown } = compareWithDefinition(
      seeds(6_000),
      "some given",
      checkCc,
      isCc,
      ({ memory, history, orders: [order] }) => isLinearExtension(order, memory.size, causalOrder(history)),
    );
    expect(wrong).toEqual([]);
    expect(unknown).toBe(0);
    expect(Math.min(satisfied, violated)).toBeGreaterThan(900);
  });

  test("a cycle of reads from each other is named where it enters and leaves a thread", () => {
    const memory = memoryOf("Rx1 Rz0 Wy1 | Ry1 Wx1");
    expect(checkCc(memory, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 2, 3, 4] });
  });

  test("a read of the initial value after a write was seen is named with that write", () => {
    const messagePassing = memoryOf("Wx1 Wy1 | Ry1 Rx0");
    expect(checkCc(messagePassing, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 3] });
  });

  test("a read of an overwritten value is named with the value's write and the one that overwrote it", () => {
    const twoReads = memoryOf("Wx1 Wx2 | Rx2 Rx1");
    expect(checkCc(twoReads, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 3] });
  });

  test("a read of the own later write is a cycle", () => {
    const future = memoryOf("Rx1 Wx1");
    expect(checkCc(future, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1] });
  });

  test("it stops when the budget has run out", () => {
    const memory = memoryOf("Wx1");
    const outOfTime = checkCc(memory, createBudget({ deadline: -1 }));
    expect(outOfTime).toMatchObject({ verdict: "unknown", reason: "deadline", algorithm: "vector-clocks" });
    expect(checkCc(memory, createBudget({ memory: 3 }))).toMatchObject({
      verdict: "unknown",
      reason: "memory",
    });
  });

  test("a history without operations satisfies it", () => {
    const found = checkCc(memoryOf([]), createBudget());
    expect(found).toMatchObject({ verdict: "satisfied", orders: [new Int32Array(0)] });
  });
});
