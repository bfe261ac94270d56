// @module-tag slow
import { describe, expect, test } from "vitest";
import { compareWithOracle } from "@sightline/testing/memory/compare-with-oracle.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { replaysSequentially } from "@sightline/testing/memory/replay-memory.js";
import type { MemoryHistory } from "../memory-history.js";
import { decideSc } from "./decide-store-order.js";

const compare = (count: number, generate: (seed: number) => MemoryHistory) =>
  compareWithOracle("sc", decideSc, replaysSequentially, count, generate);

describe("decideSc, by every algorithm, agrees with the definition", () => {
  test("on 20,000 random histories", () => {
    const { wrong, satisfied, violated } = compare(20_000, (seed) => randomMemory(seed));
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(5000);
    expect(violated).toBeGreaterThan(5000);
  });

  test("with declared edges", () => {
    const { wrong, satisfied, violated } = compare(3000, (seed) => withGivenEdges(randomMemory(seed), seed));
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(500);
    expect(violated).toBeGreaterThan(500);
  });

  test("where saturation alone does not decide", () => {
    const { wrong, satisfied, violated, stuck } = compare(800, crossedReads);
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(150);
    expect(violated).toBeGreaterThan(300);
    expect(stuck).toBeGreaterThan(300);
  });
});
