// @module-tag slow
import { describe, expect, test } from "vitest";
import { compareWithOracle } from "@sightline/testing/memory/compare-with-oracle.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { replaysSequentially, replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import { seeds } from "@sightline/testing/seeds.js";
import type { MemoryHistory } from "../memory-history.js";
import { decideSc, decideTso } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";

type Generate = (seed: number) => MemoryHistory;

const sc = (count: number, generate: Generate) =>
  compareWithOracle("sc", decideSc, replaysSequentially, count, generate);

const tso = (count: number, generate: Generate) =>
  compareWithOracle(
    "tso",
    decideTso,
    (memory, order) => replaysWithBuffers(memory, storeBufferRun(memory, order)),
    count,
    generate,
  );

describe.each([
  ["decideSc", sc],
  ["decideTso", tso],
])("%s, by every algorithm, agrees with the definition", (_, compare) => {
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

test("decideSc, with declared edges too", () => {
  const { wrong, satisfied, violated } = sc(seeds(1000), (seed) => withGivenEdges(randomMemory(seed), seed));
  expect(wrong).toEqual([]);
  expect(satisfied).toBeGreaterThan(160);
  expect(violated).toBeGreaterThan(160);
});
