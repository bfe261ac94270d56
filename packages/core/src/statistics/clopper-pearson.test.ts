import { describe, expect, test } from "vitest";
import { betaQuantile, clopperPearson } from "./clopper-pearson.js";

describe("the interval of Clopper and Pearson", () => {
  // From its closed forms, and from published tables.
  test.each([
    [0, 10, 0, 1 - 0.025 ** (1 / 10)],
    [10, 10, 0.025 ** (1 / 10), 1],
    [0, 300_000, 0, 1 - 0.025 ** (1 / 300_000)],
    [1, 1, 0.025, 1],
    [1, 10, 0.0025286, 0.445016],
    [5, 10, 0.187086, 0.812914],
    [81, 263, 0.2527, 0.3676],
  ])("of %i in %i", (hits, trials, low, high) => {
    const interval = clopperPearson(hits, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
    expect(interval.rate).toBe(hits / trials);
  });

  test("of a billion runs", () => {
    const { high } = clopperPearson(0, 1e9);
    expect(high / -Math.expm1(Math.log(0.025) / 1e9)).toBeCloseTo(1, 5);
  });

  test("of nothing is everything", () => {
    expect(clopperPearson(0, 0)).toEqual({ rate: 0, low: 0, high: 1 });
  });

  test("bounds the tails of the binomial distribution, by its definition", () => {
    for (const [hits, trials] of [
      [1, 7],
      [3, 20],
      [19, 20],
      [40, 100],
    ]) {
      const { low, high } = clopperPearson(hits, trials, 0.9);
      expect(atLeast(hits, trials, low)).toBeCloseTo(0.05, 8);
      expect(1 - atLeast(hits + 1, trials, high)).toBeCloseTo(0.05, 8);
    }
  });
});

/** The probability of that many hits or more. */
function atLeast(hits: number, trials: number, rate: number): number {
  let sum = 0;
  for (let k = hits; k <= trials; k++) {
    let ways = 1;
    for (let i = 0; i < k; i++) ways *= (trials - i) / (i + 1);
    sum += ways * rate ** k * (1 - rate) ** (trials - k);
  }
  return sum;
}

test("quantiles of the beta distribution: uniform, and symmetric", () => {
  expect(betaQuantile(0.3, 1, 1)).toBeCloseTo(0.3, 9);
  expect(betaQuantile(0.5, 7, 7)).toBeCloseTo(0.5, 9);
  expect(betaQuantile(0.2, 3, 1)).toBeCloseTo(0.2 ** (1 / 3), 8);
});
