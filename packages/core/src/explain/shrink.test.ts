import { describe, expect, test } from "vitest";
import { createRandom } from "../random.js";
import { shrink } from "./shrink.js";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const always = (): boolean => true;

describe("shrinking", () => {
  test("finds exactly what is needed where that is one set", () => {
    const random = createRandom(1);
    for (let round = 0; round < 300; round++) {
      const all = numbers(1 + random.int(40));
      const needed = all.filter(() => random.chance(0.15));
      const fails = (kept: readonly number[]) => needed.every((one) => kept.includes(one));
      expect(shrink(all, fails, always)).toEqual(needed);
    }
  });

  test("of several sets finds one of which nothing can be given up", () => {
    const random = createRandom(2);
    for (let round = 0; round < 300; round++) {
      const all = numbers(2 + random.int(20));
      const sets = numbers(3).map(() => all.filter(() => random.chance(0.3)));
      const fails = (kept: readonly number[]) => sets.some((set) => set.every((one) => kept.includes(one)));
      const found = shrink(all, fails, always);
      expect(fails(found)).toBe(true);
      for (const one of found) expect(fails(found.filter((other) => other !== one))).toBe(false);
    }
  });

  test("takes few trials where little of much is needed", () => {
    let trials = 0;
    const fails = (kept: readonly number[]) => {
      trials++;
      return kept.includes(1234) && kept.includes(7777);
    };
    expect(shrink(numbers(10_000), fails, always)).toEqual([1234, 7777]);
    expect(trials).toBeLessThan(200);
  });

  test("stops when told, with a set that still fails", () => {
    let left = 5;
    const fails = (kept: readonly number[]) => kept.includes(3) && kept.includes(90);
    const found = shrink(numbers(100), fails, () => --left > 0);
    expect(fails(found)).toBe(true);
    expect(found.length).toBeGreaterThan(2);
    expect(shrink(numbers(10), fails, () => false)).toEqual(numbers(10));
  });

  test("of nothing is nothing", () => {
    expect(shrink([], always, always)).toEqual([]);
    expect(shrink(numbers(9), always, always)).toEqual([]);
  });
});
