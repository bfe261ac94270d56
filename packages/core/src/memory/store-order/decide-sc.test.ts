// @module-tag slow
import { describe, expect, test } from "vitest";
import { compareWithOracle } from "@sightline/testing/memory/compare-with-oracle.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { replaysSequentially } from "@sightline/testing/memory/replay-memory.js";
import type { MemoryHistory } from "../memory-history.js";
import { decideSc } from "./decide-store-order.js";
import { seeds } from "@sightline/testing/seeds.js";

const compare = (count: number, generate: (seed: number) => MemoryHistory) =>
  compareWithOracle("sc", decideSc, replaysSequentially, count, generate);

describe("decideSc, by every algorithm, agrees with the definition", () => {
  test("on random histories", () => {
    const { wrong, satisfied, violated } = compare(seeds(6_000), (seed) => randomMemory(seed));
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(1500);
    expect(violated).toBeGreaterThan(1500);
  });

  test("with declared edges", () => {
    const { wrong, satisfied, violated } = compare(seeds(1000), (seed) =>
      withGivenEdges(randomMemory(seed), seed),
    );
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(160);
    expect(violated).toBeGreaterThan(160);
  });

  test("where saturation alone does not decide", () => {
    const { wrong, satisfied, violated, stuck } = compare(seeds(300), crossedReads);
    expect(wrong).toEqual([]);
    expect(satisfied).toBeGreaterThan(50);
    expect(violated).toBeGreaterThan(100);
    expect(stuck).toBeGreaterThan(100);
  });
});
