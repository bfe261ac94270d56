// @module-tag slow
import { describe, expect, test } from "vitest";
import { compareWithOracle } from "@sightline/testing/memory/compare-with-oracle.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory } from "@sightline/testing/memory/generate-memory.js";
import { replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import type { MemoryHistory } from "../memory-history.js";
import { decideTso } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";

const replays = (memory: MemoryHistory, order: Int32Array): boolean =>
  replaysWithBuffers(memory, storeBufferRun(memory, order));

const compare = (count: number, generate: (seed: number) => MemoryHistory) =>
  compareWithOracle("tso", decideTso, replays, count, generate);

describe("decideTso, by every algorithm, agrees with the definition", () => {
  test("on 20,000 random histories", () => {
    const { wrong, satisfied, violated } = compare(20_000, (seed) => randomMemory(seed));
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(5000);
    expect(violated).toBeGreaterThan(4000);
  });

  test("where saturation alone does not decide", () => {
    const { wrong, satisfied, violated, stuck } = compare(800, crossedReads);
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(150);
    expect(violated).toBeGreaterThan(300);
    expect(stuck).toBeGreaterThan(300);
  });
});
