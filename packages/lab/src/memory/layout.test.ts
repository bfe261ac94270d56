import { describe, expect, test } from "vitest";
import { allocateBatch, firstStep, layoutFor, STRIDE, stepsPerThread } from "./layout.js";

describe("the layout of a batch", () => {
  test("has many bursts where they are small, and at least one", () => {
    expect(layoutFor({ threads: 2, steps: 2, variables: 2 }).bursts).toBe(1000);
    expect(layoutFor({ threads: 2, steps: 20, variables: 100 }).bursts).toBe(159);
    expect(layoutFor({ threads: 4, steps: 1_000_000, variables: 4 }).bursts).toBe(1);
    expect(layoutFor({ threads: 1, steps: 0, variables: 0 }).bursts).toBe(1000);
  });

  test("gives every step of every burst a place of its own, and no two threads one line", () => {
    const layout = { threads: 3, bursts: 5, steps: 7, variables: 2 };
    const owner = new Map<number, number>();
    for (let thread = 0; thread < 3; thread++)
      for (let burst = 0; burst < 5; burst++)
        for (let step = 0; step < 7; step++) {
          const place = firstStep(layout, thread, burst) + step;
          expect(owner.has(place)).toBe(false);
          owner.set(place, thread);
        }
    const lines = new Set([...owner].map(([place, thread]) => `${Math.floor(place / STRIDE)} ${thread}`));
    expect(lines.size).toBe(new Set([...owner.keys()].map((place) => Math.floor(place / STRIDE))).size);
    const memory = allocateBatch(layout);
    expect(Math.max(...owner.keys())).toBeLessThan(memory.values.length);
    expect(memory.values.length).toBe(3 * stepsPerThread(layout));
    expect(memory.cells.length).toBe(5 * 2 * STRIDE);
    expect(memory.progress.length).toBe(3 * STRIDE);
  });
});
