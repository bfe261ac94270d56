import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { causalOrder, isCm, literalHistory } from "@sightline/testing/memory/memory-oracle.js";
import { respects, smallMemories } from "@sightline/testing/memory/small-memories.js";
import { has, type Relation } from "@sightline/testing/memory/relation.js";
import { checkCm } from "./cm.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";

/** Whether the order is what CM asks for a thread, by the definition. */
function explainsThread(memory: MemoryHistory, co: Relation, thread: number, order: Int32Array): boolean {
  const { size, first, isWrite, variable, source } = memory;
  const last = first[thread + 1] - 1;
  const isEmpty = last < first[thread];
  const past = Array.from({ length: size }, (_, o) => o).filter(
    (o) => !isEmpty && (o === last || has(co, o, last)),
  );
  if (String(order.toSorted()) !== String(past) || !respects(order, co)) return false;
  const cells = new Map<number, number>();
  for (const o of order) {
    if (isWrite[o] === 1) cells.set(variable[o], o);
    else if (memory.thread[o] === thread && (cells.get(variable[o]) ?? INITIAL) !== source[o]) return false;
  }
  return true;
}

describe("checkCm", () => {
  test("agrees with the definition on random histories, and its orders explain each thread", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    const wrong: number[] = [];
    for (const [seed, memory] of smallMemories(20_000, "some given")) {
      const history = literalHistory(memory);
      const found = checkCm(memory, createBudget());
      counts[found.verdict]++;
      if ((found.verdict === "satisfied") !== isCm(history)) wrong.push(seed);
      else if (found.verdict === "satisfied") {
        const co = causalOrder(history);
        if (found.orders.length !== memory.threads) wrong.push(seed);
        else if (!found.orders.every((order, t) => explainsThread(memory, co, t, order))) wrong.push(seed);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(3_000);
  });

  test("CAV'19 Fig. 1b: the rule that closes the cycle is named", () => {
    const fig1b = memoryOf([
      [
        ["w", "z", 1],
        ["w", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["w", "x", 2],
        ["r", "z", 0],
        ["r", "y", 1],
        ["r", "x", 2],
      ],
    ]);
    // Once y = 1 is read, write(z,1) is before the earlier read of z = 0 by the order of the writes of x.
    expect(checkCm(fig1b, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 4] });
  });

  test("a thread that saw another's write first and its own again", () => {
    const twice = memoryOf([
      [["w", "x", 1]],
      [
        ["w", "x", 2],
        ["r", "x", 1],
        ["r", "x", 2],
      ],
    ]);
    expect(checkCm(twice, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 3] });
  });

  test("a thread without operations has an empty order", () => {
    const memory = memoryOf([[], [["w", "x", 1]]]);
    const orders = [new Int32Array(0), Int32Array.of(0)];
    expect(checkCm(memory, createBudget())).toMatchObject({ verdict: "satisfied", orders });
  });

  test("when the budget runs out it says how many threads are explained", () => {
    const shape = { operations: 4_000, threads: 4, variables: 5, writes: 0.5, seed: 1 };
    const memory = generateMemory("causal", shape);
    const found = checkCm(memory, createBudget({ states: 10_000 }));
    expect(found).toMatchObject({
      verdict: "unknown",
      reason: "states",
      established: "1 of 4 threads can explain what they read",
    });
  });

  test("a long history made by causal replicas satisfies it, and its orders replay", () => {
    const shape = { operations: 20_000, threads: 6, variables: 40, writes: 0.5, seed: 2 };
    const memory = generateMemory("causal", shape);
    const found = checkCm(memory, createBudget());
    expect(found.verdict).toBe("satisfied");
    if (found.verdict !== "satisfied") return;
    const misread = found.orders.flatMap((order, t) => {
      const cells = new Int32Array(memory.variables).fill(INITIAL);
      return Array.from(order).filter((o) => {
        if (memory.isWrite[o] === 0)
          return memory.thread[o] === t && cells[memory.variable[o]] !== memory.source[o];
        cells[memory.variable[o]] = o;
        return false;
      });
    });
    expect(misread).toEqual([]);
  });
});
