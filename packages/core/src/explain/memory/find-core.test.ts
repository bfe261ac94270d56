import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { checkCc } from "../../memory/causal/cc.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import { generateMemory } from "@sightline/testing/memory/generate-memory.js";
import { findCore } from "./find-core.js";

const SIZE = 20_000;
const long = generateMemory("sc", { operations: SIZE, threads: 4, variables: 20, writes: 0.5, seed: 1 });
const always = (): boolean => true;

/** A search for parts that have all of the ids, which counts the operations that it asks about. */
function searchFor(ids: readonly number[], clue: readonly number[], mayGoOn = always) {
  const asked = { operations: 0, trials: 0 };
  const violates = (part: MemoryHistory): boolean => {
    asked.operations += part.size;
    asked.trials++;
    return ids.every((id) => part.ids.includes(id));
  };
  return { asked, search: { violates, mayGoOn, clue } };
}

/** Three writes of one thread, from the given one on. */
const writesFrom = (o: number): number[] => {
  const writes = [...long.isWrite.keys()].filter((w) => w >= o && long.isWrite[w] === 1);
  return writes.slice(0, 3);
};

describe("the search for a core", () => {
  test("finds exactly what is needed", () => {
    for (const start of [0, 3000, 9000, 14_000]) {
      const needed = writesFrom(start);
      const { search } = searchFor(needed, []);
      expect([...findCore(long, search).kept]).toEqual(needed);
    }
  });

  test("keeps the write of a read that is needed", () => {
    const read = long.source.findIndex((w, r) => r > 7000 && w >= 0);
    const { memory, kept } = findCore(long, searchFor([read], [read]).search);
    expect([...kept]).toEqual([long.source[read], read].sort((a, b) => a - b));
    expect([...memory.ids]).toEqual([...kept]);
  });

  test("with a clue looks at less than the whole once", () => {
    for (const start of [0, 3000, 9000, 14_000]) {
      const needed = writesFrom(start);
      const { asked, search } = searchFor(needed, [needed[1]]);
      expect([...findCore(long, search).kept]).toEqual(needed);
      expect(asked.operations).toBeLessThan(0.5 * SIZE);
    }
  });

  test("without a clue, or with a bad one, takes no longer than about ten checks of the whole", () => {
    for (const start of [0, 3000, 9000, 14_000]) {
      const needed = writesFrom(start);
      for (const clue of [[], [(start + SIZE / 2) % SIZE]]) {
        const { asked, search } = searchFor(needed, clue);
        expect([...findCore(long, search).kept]).toEqual(needed);
        expect(asked.operations).toBeLessThan(10 * SIZE);
      }
    }
  });

  test("looks elsewhere where the clue leads to a large core", () => {
    const many = [...long.isWrite.keys()].filter((w) => w > 12_000 && long.isWrite[w] === 1).slice(0, 12);
    const few = writesFrom(100);
    const violates = (part: MemoryHistory): boolean =>
      [many, few].some((needed) => needed.every((id) => part.ids.includes(id)));
    const { kept } = findCore(long, { violates, mayGoOn: always, clue: many });
    expect([...kept]).toEqual(few);
  });

  test("begins with a cycle of program order and reads where there is one", () => {
    const read = long.source.findIndex((w, r) => w >= 0 && long.thread[r] === 2 && r > 12_000);
    const write = long.isWrite.findIndex(
      (isWrite, w) => isWrite === 1 && w > read && long.variable[w] === long.variable[read],
    );
    const memory = { ...long, source: long.source.with(read, write) };
    let asked = 0;
    const violates = (part: MemoryHistory): boolean => {
      asked += part.size;
      return checkCc(part, createBudget()).verdict === "violated";
    };
    const { kept } = findCore(memory, { violates, mayGoOn: always, clue: [] });
    expect(violates(findCore(memory, { violates, mayGoOn: always, clue: [] }).memory)).toBe(true);
    expect([...kept]).toEqual([read, write]);
    expect(asked).toBeLessThan(SIZE);
  });

  test("stops when told, with a part that still fails", () => {
    const needed = writesFrom(9000);
    let left = 8;
    const { search } = searchFor(needed, [], () => --left > 0);
    const { kept } = findCore(long, search);
    expect(needed.every((o) => kept.includes(o))).toBe(true);
    expect(kept.length).toBeGreaterThan(3);
    const { kept: all } = findCore(long, searchFor(needed, needed, () => false).search);
    expect(all.length).toBe(SIZE);
  });

  test("leaves out at once what accesses nothing", () => {
    const memory: MemoryHistory = {
      ...long,
      variable: long.variable.map((x, o) => (o < 4 ? 20 : x)),
      isWrite: long.isWrite.map((isWrite, o) => (o < 4 ? 1 : isWrite)),
      source: long.source.map((w, o) => (o < 4 || (w >= 0 && w < 4) ? -1 : w)),
      variables: 21,
    };
    const { kept } = findCore(memory, searchFor([], [], () => false).search);
    expect(kept.length).toBe(SIZE - 4);
    expect(kept[0]).toBe(4);
  });
});
