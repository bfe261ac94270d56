import { describe, expect, test } from "vitest";
import { createRandom } from "./random.js";

describe("createRandom", () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1000 }, () => random.int(10));
  };

  test("the same seed gives the same stream, another seed another", () => {
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test("every number below the bound comes up about as often", () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (const n of draw(3)) counts[n]++;
    for (const count of counts) expect(count).toBeGreaterThan(60);
    expect(counts.reduce((a, b) => a + b)).toBe(1000);
  });

  test("chance keeps to its probability, pick to its list", () => {
    const random = createRandom(4);
    const hits = Array.from({ length: 1000 }, () => random.chance(0.2)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(140);
    expect(hits).toBeLessThan(260);
    expect(random.chance(0)).toBe(false);
    expect(new Set(Array.from({ length: 50 }, () => random.pick(["a", "b"])))).toEqual(new Set(["a", "b"]));
  });
});
