import { describe, expect, test } from "vitest";
import { fisherExact } from "./fisher-exact.js";

describe("Fisher's exact test", () => {
  test("of tables whose value is known", () => {
    // Fisher's own: a lady who tells three of four cups.
    expect(fisherExact(3, 4, 1, 4)).toBeCloseTo(34 / 70, 12);
    expect(fisherExact(4, 4, 0, 4)).toBeCloseTo(2 / 70, 12);
    expect(fisherExact(0, 10, 0, 10)).toBe(1);
    expect(fisherExact(5, 10, 5, 10)).toBeCloseTo(1, 12);
  });

  test("against all tables with the same sums, counted one by one", () => {
    const choose = (n: number, k: number): number => {
      let product = 1;
      for (let i = 0; i < k; i++) product = (product * (n - i)) / (i + 1);
      return k < 0 || k > n ? 0 : Math.round(product);
    };
    for (let a = 0; a <= 6; a++)
      for (let b = 0; b <= 8; b++) {
        const ways = (first: number): number => choose(6, first) * choose(8, a + b - first);
        let sum = 0;
        for (let first = 0; first <= 6; first++) if (ways(first) <= ways(a)) sum += ways(first);
        expect(fisherExact(a, 6, b, 8)).toBeCloseTo(sum / choose(14, a + b), 10);
      }
  });

  test("does not care which sample comes first", () =>
    expect(fisherExact(3, 50, 17, 70)).toBeCloseTo(fisherExact(17, 70, 3, 50), 12));
});
