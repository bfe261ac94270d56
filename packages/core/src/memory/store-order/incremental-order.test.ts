import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory } from "@sightline/testing/memory/generate-memory.js";
import { literalSaturation } from "@sightline/testing/memory/literal-saturation.js";
import { createRandom, type Random } from "../../random.js";
import { has, isIrreflexive } from "@sightline/testing/memory/relation.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import { saturate } from "./saturation.js";
import { seeds } from "@sightline/testing/seeds.js";
import { expectSame } from "@sightline/testing/expect-same.js";

/** Two writes of one variable, if there are any. */
function pickWrites(
  { size, isWrite, variable }: MemoryHistory,
  random: Random,
): [number, number] | undefined {
  const all = Array.from({ length: size }, (_, o) => o);
  const writes = all.filter((o) => isWrite[o] === 1);
  if (writes.length === 0) return undefined;
  const a = random.pick(writes);
  const others = writes.filter((b) => b !== a && variable[b] === variable[a]);
  return others.length === 0 ? undefined : [a, random.pick(others)];
}

test("an order grows as if its edges had been there from the start, and goes back to what it was", () => {
  const seen = { grown: 0, refuted: 0 };
  for (let seed = 0; seed < seeds(500); seed++) {
    const random = createRandom(seed);
    const memory = seed % 2 === 0 ? crossedReads(seed) : randomMemory(seed, 12);
    const found = saturate(memory, createMeter(createBudget()));
    if (!found.consistent) continue;
    const { order } = found;
    const levels: { mark: ReturnType<typeof order.mark>; clock: Int32Array; edges: number }[] = [];
    const given: number[] = [];
    for (let step = 0; step < 3; step++) {
      const pair = pickWrites(memory, random);
      if (pair === undefined) break;
      levels.push({ mark: order.mark(), clock: order.clock.slice(), edges: order.edges.size });
      given.push(...pair);
      const literal = literalSaturation({ ...memory, given: Int32Array.from(given) });
      const possible = order.add(...pair);
      expectSame(possible, isIrreflexive(literal), `seed ${seed}, step ${step}`);
      if (!possible) {
        seen.refuted++;
        break;
      }
      seen.grown++;
      for (let a = 0; a < memory.size; a++)
        for (let b = 0; b < memory.size; b++)
          if (order.isBefore(a, b) !== has(literal, a, b))
            expect.fail(`seed ${seed}, step ${step}: ${a}, ${b}`);
    }
    for (const { mark, clock, edges } of levels.reverse()) {
      order.undo(mark);
      expect(order.clock).toEqual(clock);
      expect(order.edges.size).toBe(edges);
    }
    // What was taken back leaves no trace: the first edge has the same effect once more.
    if (given.length === 0) continue;
    const literal = literalSaturation({ ...memory, given: Int32Array.from(given.slice(0, 2)) });
    expect(order.add(given[0], given[1])).toBe(isIrreflexive(literal));
  }
  expect(seen.grown).toBeGreaterThan(130);
  expect(seen.refuted).toBeGreaterThan(65);
});
