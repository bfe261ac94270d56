import { describe, expect, test } from "vitest";
import { createBudget, Exhausted } from "../../budget.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import {
  generateMemory,
  memoryOf,
  randomMemory,
  withGivenEdges,
} from "@sightline/testing/memory/generate-memory.js";
import { literalSaturation } from "@sightline/testing/memory/literal-saturation.js";
import { has, isIrreflexive, type Relation } from "@sightline/testing/memory/relation.js";
import { wideMemories } from "@sightline/testing/memory/small-memories.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import { closeByClocks, isBefore } from "../relations/clocks.js";
import { createEdgeList } from "../relations/edge-list.js";
import { countUnorderedWrites, furtherEdges, type Saturation, saturate } from "./saturation.js";

const run = (memory: MemoryHistory): Saturation => saturate(memory, createMeter(createBudget()));

/** The pairs of writes to one named variable, each once. */
function writePairs({ size, isWrite, variable, names }: MemoryHistory): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      if (isWrite[a] === 1 && isWrite[b] === 1 && variable[a] === variable[b] && variable[a] < names.length)
        pairs.push([a, b]);
  return pairs;
}

/** Where the saturated order differs from the literal one. */
function differences(memory: MemoryHistory, found: Saturation, literal: Relation): string[] {
  if (found.consistent !== isIrreflexive(literal)) return [`consistent: ${found.consistent}`];
  if (!found.consistent) return found.clue.length > 0 ? [] : ["no clue"];
  const wrong: string[] = [];
  for (let a = 0; a < memory.size; a++)
    for (let b = 0; b < memory.size; b++)
      if (found.order.isBefore(a, b) !== has(literal, a, b)) wrong.push(`${a} before ${b}`);
  return wrong;
}

/** The closure by the rules as they are written down, a round for all pairs at a time; `undefined`: it has a cycle. */
function roundByRound(memory: MemoryHistory): Int32Array | undefined {
  const { size, isWrite, variable, source } = memory;
  const edges = createEdgeList();
  const all = Array.from({ length: size }, (_, o) => o);
  const writes = all.filter((o) => isWrite[o] === 1);
  const reads = all.filter((o) => isWrite[o] === 0);
  for (;;) {
    const clocks = closeByClocks(memory, edges);
    if (clocks === undefined) return undefined;
    const before = (a: number, b: number): boolean => isBefore(memory, clocks.clock, a, b);
    const known = edges.size;
    for (const r of reads)
      for (const w of writes) {
        if (variable[w] !== variable[r] || w === source[r]) continue;
        if (before(w, r)) {
          if (source[r] === INITIAL) return undefined;
          if (!before(w, source[r])) edges.add(w, source[r]);
        }
        if ((source[r] === INITIAL || before(source[r], w)) && !before(r, w)) edges.add(r, w);
      }
    if (edges.size === known) return clocks.clock;
  }
}

describe("saturate", () => {
  test("computes the literal closure", () => {
    let refuted = 0;
    for (let seed = 0; seed < 4000; seed++) {
      const small = seed % 6 === 5 ? crossedReads(seed) : randomMemory(seed, 12);
      const memory = seed % 3 === 0 ? withGivenEdges(small, seed) : small;
      const found = run(memory);
      expect({ seed, wrong: differences(memory, found, literalSaturation(memory)) }).toEqual({
        seed,
        wrong: [],
      });
      if (!found.consistent) refuted++;
    }
    expect(refuted).toBeGreaterThan(1000);
    expect(refuted).toBeLessThan(3000);
  });

  test("computes it on many threads too, where it looks at few of a variable's writes", () => {
    const counts = { consistent: 0, refuted: 0 };
    for (const [seed, memory] of wideMemories(150)) {
      const found = run(memory);
      const expected = roundByRound(memory);
      expect({ seed, consistent: found.consistent }).toEqual({ seed, consistent: expected !== undefined });
      counts[found.consistent ? "consistent" : "refuted"]++;
      if (found.consistent) expect(found.order.clock).toEqual(expected);
    }
    expect(Math.min(counts.consistent, counts.refuted)).toBeGreaterThan(10);
  });

  test("names the cycle where po ∪ wr has one already", () => {
    expect(run(memoryOf("Rx1 Wx1"))).toEqual({ consistent: false, clue: [0, 1] });
  });

  test("names a pair where an edge that must be there closes a cycle", () => {
    // Message passing that fails: the read of x = 0 comes before the write of x, which it has seen the end of.
    const found = run(memoryOf("Wx1 Wy1 | Ry1 Rx0"));
    expect(found).toEqual({ consistent: false, clue: [3, 0] });
  });

  test("stops when the budget runs out", () => {
    const memory = generateMemory("sc", { operations: 5000, threads: 4, variables: 5, writes: 0.5, seed: 1 });
    expect(() => saturate(memory, createMeter(createBudget({ states: 2000 })))).toThrow(
      new Exhausted("states"),
    );
    expect(() => saturate(memory, createMeter(createBudget({ memory: 10_000 })))).toThrow(
      new Exhausted("memory"),
    );
  });
});

describe("countUnorderedWrites", () => {
  test("counts what the definition counts", () => {
    let unordered = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const memory = seed % 4 === 0 ? crossedReads(seed) : randomMemory(seed, 12);
      const found = run(memory);
      if (!found.consistent) continue;
      const literal = literalSaturation(memory);
      const pairs = writePairs(memory);
      const open = pairs.filter(([a, b]) => !has(literal, a, b) && !has(literal, b, a));
      expect(countUnorderedWrites(memory, found.order.clock)).toEqual({
        pairs: pairs.length,
        unordered: open.length,
      });
      unordered += open.length;
    }
    expect(unordered).toBeGreaterThan(500);
  });
});

describe("furtherEdges", () => {
  test("gives what saturation added, without the edges that were given", () => {
    // r(x,1) saw w(x,2) first, so that 2 is before 1; the declared edge adds nothing of its own here.
    const memory = memoryOf("Wx1 | Wx2 | Rx2 Rx1");
    const found = run({ ...memory, given: Int32Array.of(0, 3) });
    if (!found.consistent) throw new Error("it is consistent");
    const { ends, size } = furtherEdges(found.order);
    expect(Array.from(ends.subarray(0, 2 * size))).toEqual([1, 0, 2, 0]);
  });
});
