import { describe, expect, test } from "vitest";
import { createMemoryMeter, isOutOfMemory, MemoryFull, unhurried } from "./memory.js";

/** A process with some memory in use, the rest of `rss` being garbage. */
function fakeProcess(used: number, garbage: number) {
  const state = { used, garbage, collections: 0 };
  const rss = (): number => state.used + state.garbage;
  const collect = (): void => {
    state.garbage = 0;
    state.collections++;
  };
  return { state, rss, collect };
}

describe("the memory meter", () => {
  test("collects garbage only at the limit, and then counts what is left", () => {
    const { state, rss, collect } = fakeProcess(500, 400);
    const meter = createMemoryMeter(1000, rss, collect);
    expect(meter.usedBytes()).toBe(900);
    expect(state.collections).toBe(0);
    state.garbage = 600;
    expect(meter.usedBytes()).toBe(500);
    expect(state.collections).toBe(1);
  });

  test("does not collect again and again when that no longer helps", () => {
    const { state, rss, collect } = fakeProcess(1001, 0);
    const meter = createMemoryMeter(1000, rss, collect);
    for (let i = 0; i < 10; i++) expect(meter.usedBytes()).toBe(1001);
    expect(state.collections).toBe(1);
    state.used = 1050;
    expect(meter.usedBytes()).toBe(1050);
    expect(state.collections).toBe(2);
  });

  test("collects for real", () => {
    const meter = createMemoryMeter(1);
    expect(meter.usedBytes()).toBeGreaterThan(1 << 20);
    meter.tidy();
  });
});

test("an unhurried meter looks again after a while, or when much is about to be taken", () => {
  let [now, looks] = [0, 0];
  const meter = unhurried({ usedBytes: () => ++looks, tidy() {} }, 1 << 23, () => now);
  for (let i = 0; i < 10; i++) expect(meter.usedBytes(1 << 16)).toBe(1);
  now = 6;
  expect(meter.usedBytes()).toBe(2);
  expect(meter.usedBytes(1 << 19)).toBe(2);
  expect(meter.usedBytes(1 << 20)).toBe(3);
  expect(meter.usedBytes()).toBe(3);
  meter.tidy();
  expect(meter.usedBytes()).toBe(4);
});

test("an unhurried meter looks the less often the farther the limit is", () => {
  const looksIn = (limit: number): number => {
    let looks = 0;
    let now = 0;
    const meter = unhurried({ usedBytes: () => Math.min(++looks, 0), tidy() {} }, limit, () => now);
    for (; now < 1000; now++) meter.usedBytes();
    return looks;
  };
  expect(looksIn(1)).toBeGreaterThan(150);
  expect(looksIn(40 << 20)).toBeLessThan(60);
  expect(looksIn(2 ** 40)).toBe(20);
});

test("tells exceptions of memory from others", () => {
  const message = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (error) {
      return error;
    }
  };
  expect(isOutOfMemory(new MemoryFull("full"))).toBe(true);
  expect(isOutOfMemory(message(() => new Uint8Array(2 ** 53 - 1)))).toBe(true);
  expect(isOutOfMemory(message(() => "a".repeat(2 ** 30)))).toBe(true);
  expect(isOutOfMemory(message(() => Buffer.allocUnsafe(2 ** 53 - 1)))).toBe(true);
  expect(isOutOfMemory(message(() => Buffer.alloc(2 ** 29).toString()))).toBe(true);
  expect(isOutOfMemory(undefined)).toBe(false);
  expect(isOutOfMemory(new RangeError("Maximum call stack size exceeded"))).toBe(false);
  expect(isOutOfMemory(new Error("Array buffer allocation failed"))).toBe(false);
});
