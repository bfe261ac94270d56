import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import {
  causalOrder,
  conflictOrder,
  isCcm,
  isCcv,
  isWccm,
  type LiteralHistory,
  literalHistory,
  partialStoreOrderOf,
  weakPartialStoreOrderOf,
} from "@sightline/testing/memory/memory-oracle.js";
import { smallMemories } from "@sightline/testing/memory/small-memories.js";
import { add, closure, has, type Relation, relation, union } from "@sightline/testing/memory/relation.js";
import { partialStoreOrder } from "../causal/ccm.js";
import { conflictStoreOrder } from "../causal/ccv.js";
import type { MemoryHistory } from "../memory-history.js";
import type { PartialStoreOrder } from "./partial-store-order.js";
import { weakPartialStoreOrder } from "../causal/wccm.js";

/** Whether order, edges, successors and counts are those of the relation. */
function isStoreOrder(memory: MemoryHistory, order: PartialStoreOrder, literal: Relation): boolean {
  const { size, threads, isWrite, variable, thread, names } = memory;
  const edges = order.edges();
  const generated = new Int32Array(literal.length);
  for (let i = 0; i < 2 * edges.size; i += 2) add(generated, edges.ends[i], edges.ends[i + 1]);
  const closed = closure(generated);
  let pairs = 0;
  let unordered = 0;
  for (let a = 0; a < size; a++) {
    if (isWrite[a] === 0) continue;
    const others = Array.from(isWrite.keys()).filter(
      (b) => b !== a && isWrite[b] === 1 && variable[b] === variable[a],
    );
    for (const b of others) {
      if (order.isOrdered(a, b) !== has(literal, a, b) || has(closed, a, b) !== has(literal, a, b))
        return false;
      if (a > b || variable[a] >= names.length) continue;
      pairs++;
      if (!has(literal, a, b) && !has(literal, b, a)) unordered++;
    }
    for (let t = 0; t < threads; t++) {
      const next = others.find((b) => thread[b] === t && has(literal, a, b)) ?? -1;
      if (order.successor(a, t) !== next) return false;
    }
  }
  const counted = order.countPairs();
  return counted.pairs === pairs && counted.unordered === unordered;
}

/** (co_WW ∪ cf[co])+, literally. */
function conflictStoreOrderOf(history: LiteralHistory): Relation {
  const { size, isWrite, variable } = history;
  const co = causalOrder(history);
  const between = relation(
    size,
    (a, b) => isWrite[a] && isWrite[b] && variable[a] === variable[b] && has(co, a, b),
  );
  return closure(union(between, conflictOrder(history, co)));
}

describe.each([
  ["CCv's conflict order", "some given", conflictStoreOrder, conflictStoreOrderOf, isCcv],
  ["CCM's pww", "some given", partialStoreOrder, partialStoreOrderOf, isCcm],
  ["wCCM's wpww", "none given", weakPartialStoreOrder, weakPartialStoreOrderOf, isWccm],
] as const)("%s", (_, given, compute, literal, isModel) => {
  test("is the relation of the definition on random histories, and missing only where the model is violated", () => {
    const wrong: number[] = [];
    let found = 0;
    for (const [seed, memory] of smallMemories(3_000, given)) {
      const history = literalHistory(memory);
      const answer = compute(memory, createBudget());
      if (answer.verdict === "found") found++;
      const isRight =
        answer.verdict === "found"
          ? isStoreOrder(memory, answer.storeOrder, literal(history))
          : answer.verdict === "violated" && !isModel(history);
      if (!isRight) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(1_000);
  });
});
