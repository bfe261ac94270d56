import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { compareWithDefinition } from "@sightline/testing/memory/compare-with-definition.js";
import { causalOrder, isCm } from "@sightline/testing/memory/memory-oracle.js";
import { respects } from "@sightline/testing/memory/small-memories.js";
import { has, type Relation } from "@sightline/testing/memory/relation.js";
import { checkCm } from "./cm.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import { seeds } from "@sightline/testing/seeds.js";

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
    const { wrong, satisfied, violated, unknown } = compareWithDefinition(
      seeds(6_000),
      "some given",
      checkCm,
      isCm,
      ({ memory, history, orders }) => {
        const co = causalOrder(history);
        return (
          orders.length === memory.threads && orders.every((order, t) => explainsThread(memory, co, t, order))
        );
      },
    );
    expect(wrong).toEqual([]);
    expect(unknown).toBe(0);
    expect(Math.min(satisfied, violated)).toBeGreaterThan(900);
  });

  test("CAV'19 Fig. 1b: the rule that closes the cycle is named", () => {
    const fig1b = memoryOf("Wz1 Wx1 Wy1 | Wx2 Rz0 Ry1 Rx2");
    // Once y = 1 is read, write(z,1) is before the earlier read of z = 0 by the order of the writes of x.
    expect(checkCm(fig1b, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 4] });
  });

  test("a thread that saw another's write first and its own again", () => {
    const twice = memoryOf("Wx1 | Wx2 Rx1 Rx2");
    expect(checkCm(twice, createBudget())).toMatchObject({ verdict: "violated", clue: [0, 1, 3] });
  });

  test("a thread without operations has an empty order", () => {
    const memory = memoryOf(" | Wx1");
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
