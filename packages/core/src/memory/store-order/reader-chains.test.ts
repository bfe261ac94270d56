import { expect, test } from "vitest";
import { memoryOf, randomMemory } from "@sightline/testing/memory/generate-memory.js";
import { indexAccesses } from "../relations/access-index.js";
import { findReaderChains } from "./reader-chains.js";

test("the first and last reader of a write on each chain", () => {
  const memory = memoryOf("Wx1 Rx1 Rx1 | Rx1 Rx0 Rx1 Rx1 | Rx1");
  const { from, earliest, latest } = findReaderChains(memory, indexAccesses(memory));
  expect(Array.from(from.subarray(0, 3))).toEqual([0, 3, 3]);
  expect(Array.from(earliest)).toEqual([1, 3, 7]);
  expect(Array.from(latest)).toEqual([2, 6, 7]);
});

test("as a plain search finds them", () => {
  for (let seed = 0; seed < 300; seed++) {
    const memory = randomMemory(seed, 20);
    const { from, earliest, latest } = findReaderChains(memory, indexAccesses(memory));
    const operations = Array.from({ length: memory.size }, (_, o) => o);
    for (const w of operations) {
      const readers = operations.filter((o) => memory.isWrite[o] === 0 && memory.source[o] === w);
      const byThread = [...new Set(readers.map((r) => memory.thread[r]))].map((t) =>
        readers.filter((r) => memory.thread[r] === t),
      );
      expect(Array.from(earliest.subarray(from[w], from[w + 1]))).toEqual(byThread.map((chain) => chain[0]));
      expect(Array.from(latest.subarray(from[w], from[w + 1]))).toEqual(
        byThread.map((chain) => chain.at(-1)),
      );
    }
  }
});
