import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { causalOrder, happensBefores, literalHistory } from "@sightline/testing/memory/memory-oracle.js";
import { smallMemories } from "@sightline/testing/memory/small-memories.js";
import { has, isIrreflexive, isSame, type Relation, union } from "@sightline/testing/memory/relation.js";
import { indexAccesses } from "../relations/access-index.js";
import { closeByClocks, isBefore } from "../relations/clocks.js";
import { createHappensBefore, type HappensBefore } from "./happens-before.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";

/** Whether the clocks, restricted to o and its causal past, are the relation among the recorded operations. */
function isRelation(memory: MemoryHistory, { clock }: HappensBefore, o: number, co: Relation, hb: Relation) {
  const past = Array.from(memory.thread.keys()).filter((a) => a === o || has(co, a, o));
  return past.every((a) => past.every((b) => isBefore(memory, clock, a, b) === has(hb, a, b)));
}

describe("createHappensBefore", () => {
  test("is hb_o of the definition after every operation of every thread, up to the first cycle", () => {
    const wrong: number[] = [];
    let compared = 0;
    let cycles = 0;
    for (const [seed, memory] of smallMemories(5_000, "some given", 16)) {
      const causal = closeByClocks(memory);
      if (causal === undefined) continue;
      const history = literalHistory(memory);
      const co = causalOrder(history);
      const literal = happensBefores(history);
      const hb = createHappensBefore(
        memory,
        indexAccesses(memory),
        causal.clock,
        createMeter(createBudget()),
      );
      let o = 0;
      for (; o < memory.size; o++) {
        if (memory.first[memory.thread[o]] === o) hb.begin(memory.thread[o]);
        const holds = hb.include(o);
        if (holds !== isIrreflexive(literal[o])) wrong.push(seed);
        if (!holds) break;
        if (!isRelation(memory, hb, o, co, literal[o])) wrong.push(seed);
        compared++;
      }
      if (o < memory.size) cycles++;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(20_000);
    expect(cycles).toBeGreaterThan(300);
  });

  test("what comes before a write later on goes through the edges that leave it already", () => {
    const memory = memoryOf("Rz1 Rx2 Rq1 Ry1 | Wy1 Wx1 Wz1 | Wx2 | Wy2 Wq1");
    const causal = closeByClocks(memory);
    if (causal === undefined) throw new Error("causal order has no cycle here");
    const hb = createHappensBefore(memory, indexAccesses(memory), causal.clock, createMeter(createBudget()));
    hb.begin(0);
    expect([0, 1, 2].every((o) => hb.include(o))).toBe(true);
    // x = 1 before x = 2, as it was seen when x = 2 was read; y = 2 is not before y = 1 yet.
    expect([isBefore(memory, hb.clock, 5, 7), isBefore(memory, hb.clock, 8, 7)]).toEqual([true, false]);
    expect(hb.include(3)).toBe(true);
    expect([isBefore(memory, hb.clock, 8, 4), isBefore(memory, hb.clock, 8, 7)]).toEqual([true, true]);
  });

  test("the lemma it rests on: hb_o grows along program order", () => {
    const shrinks = [...smallMemories(1_000, "some given")].filter(([, memory]) => {
      const literal = happensBefores(literalHistory(memory));
      return Array.from(memory.thread.keys()).some(
        (o) => o > memory.first[memory.thread[o]] && !isSame(union(literal[o - 1], literal[o]), literal[o]),
      );
    });
    expect(shrinks).toEqual([]);
  });
});
