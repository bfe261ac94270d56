// @module-tag slow
import { describe, expect, test } from "vitest";
import { compareWithOracle } from "@sightline/testing/memory/compare-with-oracle.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory } from "@sightline/testing/memory/generate-memory.js";
import { replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import type { MemoryHistory } from "../memory-history.js";
import { decideTso } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";
import { seeds } from "@sightline/testing/seeds.js";

const replays = (memory: MemoryHistory, order: Int32Array): boolean =>
  replaysWithBuffers(memory, storeBufferRun(memory, order));

const compare = (count: number, generate: (seed: number) => MemoryHistory) =>
  compareWithOracle("tso", decideTso, replays, count, generate);

describe("decideTso, by every algorithm, agrees with the definition", () => {
  test("on random histories", () => {
    const { wrong, satisfied, violated } = compare(seeds(6_000), (seed) => randomMemory(seed));
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(1500);
    expect(violated).toBeGreaterThan(1200);
  });

  test("where saturation alone does not decide", () => {
    const { wrong, satisfied, violated, stuck } = compare(seeds(300), crossedReads);
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(50);
    expect(violated).toBeGreaterThan(100);
    expect(stuck).toBeGreaterThan(100);
  });
});
