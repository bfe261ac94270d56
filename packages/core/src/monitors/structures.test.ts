import { describe, expect, test } from "vitest";
import { createRandom } from "../random.js";
import { coverage, fewestCovering, nextUncovered } from "./coverage.js";
import { createMinTree } from "./min-tree.js";
import { createNearest } from "./nearest.js";
import { shrink } from "./shrink.js";
import { createStabTree } from "./stab-tree.js";

describe("the structures of the monitors", () => {
  test("nearest: as a plain set", () => {
    const random = createRandom(1);
    const left = new Set(Array.from({ length: 40 }, (_, i) => i));
    const nearest = createNearest(40);
    for (let step = 0; step < 60; step++) {
      const item = random.int(40);
      left.delete(item);
      nearest.remove(item);
      const from = random.int(42) - 1;
      expect(nearest.below(from)).toBe(Math.max(-1, ...[...left].filter((one) => one <= from)));
      expect(nearest.above(from)).toBe(Math.min(40, ...[...left].filter((one) => one >= from)));
    }
  });

  test("min tree: as a plain array", () => {
    const random = createRandom(2);
    const counts = Array.from({ length: 21 }, () => random.int(5));
    const tree = createMinTree(Int32Array.from(counts));
    for (let step = 0; step < 200; step++) {
      const [from, to, amount] = [random.int(21), random.int(22), random.int(5) - 2];
      tree.add(from, to, amount);
      for (let i = from; i < to; i++) counts[i] += amount;
      expect(tree.least()).toBe(Math.min(...counts));
      expect(counts[tree.where()]).toBe(tree.least());
      if (step % 20 !== 0) continue;
      const gap = tree.where();
      tree.drop(gap);
      counts[gap] = Infinity;
    }
  });

  test("stab tree: finds each interval that holds the gap, once", () => {
    const random = createRandom(3);
    const from = Int32Array.from({ length: 30 }, () => random.int(40));
    const to = from.map((start) => start + random.int(10));
    const tree = createStabTree(from, to);
    const left = new Set(from.keys());
    for (let step = 0; step < 60; step++) {
      const gap = random.int(50);
      const found: number[] = [];
      tree.stab(gap, (interval) => found.push(interval));
      const expected = [...left].filter((i) => from[i] <= gap && gap < to[i]);
      for (const interval of expected) left.delete(interval);
      expect(found.sort((a, b) => a - b)).toEqual(expected);
    }
  });

  test("cover: counts, open gaps and a fewest cover", () => {
    const intervals = { from: Int32Array.of(1, 2, 2, 6, 9), to: Int32Array.of(3, 5, 4, 8, 7) };
    expect([...coverage(intervals, 10)]).toEqual([0, 1, 3, 2, 1, 0, 1, 1, 0, 0]);
    expect([...nextUncovered(intervals, 10)]).toEqual([0, 5, 5, 5, 5, 5, 8, 8, 8, 9, 10]);
    expect(fewestCovering(intervals, 1, 4)).toEqual([0, 1]);
    expect(fewestCovering(intervals, 2, 4)).toEqual([1]);
  });

  test("shrink: leaves what is needed, and stops when the effort is spent", () => {
    const items = Array.from({ length: 100 }, (_, i) => i);
    const fails = (some: readonly number[]) => some.includes(17) && some.includes(80);
    expect(shrink(items, fails, 1e6)).toEqual([17, 80]);
    const some = shrink(items, fails, 160);
    expect(fails(some)).toBe(true);
    expect(some.length).toBeGreaterThan(2);
  });
});
