import { expect, test } from "vitest";
import { simulate } from "./simulate.js";

const costs = { worker: 1, redis: 1, perChunk: 0.1, perHistory: 0.001 };

test("few workers are as fast as they are, and many as fast as Redis is", () => {
  const few = simulate({ workers: 2, chunk: 100, window: 20 }, costs);
  expect(few.perSecond).toBeGreaterThan(1900);
  expect(few.perSecond).toBeLessThanOrEqual(2010);
  // A chunk of ten for each millisecond of Redis.
  const many = simulate({ workers: 1000, chunk: 10, window: 4000 }, costs);
  expect(many.redis).toBeGreaterThan(0.95);
  expect(many.perSecond / 10_000).toBeCloseTo(1, 1);
});

test("a window smaller than the crew leaves workers without work", () => {
  const narrow = simulate({ workers: 100, chunk: 1000, window: 10 }, costs);
  const wide = simulate({ workers: 100, chunk: 1000, window: 200 }, costs);
  expect(narrow.perSecond).toBeLessThan(0.12 * wide.perSecond);
});
