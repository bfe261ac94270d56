import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { causalOrder, isCc, literalHistory } from "@sightline/testing/memory/memory-oracle.js";
import { isLinearExtension, smallMemories } from "@sightline/testing/memory/small-memories.js";
import { checkCc } from "./cc.js";

describe("checkCc", () => {
  test("agrees with the definition on random histories, and its order extends causal order", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    const wrong: number[] = [];
    for (const [seed, memory] of smallMemories(20_000, "some given")) {
      const history = literalHistory(memory);
      const found = checkCc(memory, createBudget());
      counts[found.verdict]++;
      if ((found.verdict === "satisfied") !== isCc(history)) wrong.push(seed);
      else if (found.verdict === "satisfied") {
        const [order] = found.orders;
        if (!isLinearExtension(order, memory.size, causalOrder(history))) wrong.push(seed);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(3_000);
  });

  test("a cycle of reads from each other is named where it enters and leaves a thread", () => {
    const memory = memoryOf([
      [
        ["r", "x", 1],
        ["r", "z", 0],
        ["w", "y", 1],
      ],
      [
        ["r", "y", 1],
        ["w", "x", 1],
      ],
    ]);
    expect(checkCc(memory, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 2, 3, 4] });
  });

  test("a read of the initial value after a write was seen is named with that write", () => {
    const messagePassing = memoryOf([
      [
        ["w", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["r", "y", 1],
        ["r", "x", 0],
      ],
    ]);
    expect(checkCc(messagePassing, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 3] });
  });

  test("a read of an overwritten value is named with the value's write and the one that overwrote it", () => {
    const twoReads = memoryOf([
      [
        ["w", "x", 1],
        ["w", "x", 2],
      ],
      [
        ["r", "x", 2],
        ["r", "x", 1],
      ],
    ]);
    expect(checkCc(twoReads, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 3] });
  });

  test("a read of the own later write is a cycle", () => {
    const future = memoryOf([
      [
        ["r", "x", 1],
        ["w", "x", 1],
      ],
    ]);
    expect(checkCc(future, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1] });
  });

  test("it stops when the budget has run out", () => {
    const memory = memoryOf([[["w", "x", 1]]]);
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
