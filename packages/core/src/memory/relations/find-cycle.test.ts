import { describe, expect, test } from "vitest";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { smallMemories } from "@sightline/testing/memory/small-memories.js";
import { createRandom } from "../../random.js";
import { sortOperations } from "./clocks.js";
import { createEdgeList } from "./edge-list.js";
import { findCycle } from "./find-cycle.js";
import type { MemoryHistory } from "../memory-history.js";

/** Whether a is before b by program order, by reads-from or by one of the flattened edges. */
function isEdge({ thread, source, given }: MemoryHistory, ends: readonly number[], a: number, b: number) {
  if ((thread[a] === thread[b] && a < b) || source[b] === a) return true;
  const all = [...given, ...ends];
  return all.some((from, i) => i % 2 === 0 && from === a && all[i + 1] === b);
}

describe("findCycle", () => {
  test("each operation of the cycle is before the next, and the last before the first", () => {
    const wrong: number[] = [];
    let cycles = 0;
    for (const [seed, memory] of smallMemories(5_000, "some given")) {
      const random = createRandom(seed);
      const ends = Array.from({ length: 4 }, () => random.int(memory.size));
      const edges = createEdgeList(Int32Array.from(ends));
      const sorted = sortOperations(memory, edges);
      if (sorted.acyclic) continue;
      cycles++;
      const cycle = findCycle(memory, sorted.left, edges);
      const closes = cycle.every((a, i) => isEdge(memory, ends, a, cycle[(i + 1) % cycle.length]));
      if (cycle.length === 0 || !closes) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
    expect(cycles).toBeGreaterThan(1_000);
  });

  test("it begins with the least operation and names a thread's part of it by its ends", () => {
    const memory = memoryOf("Rx1 Rz0 Rz0 Wy1 | Ry1 Wx1 Rx1");
    const sorted = sortOperations(memory);
    expect(sorted.acyclic || findCycle(memory, sorted.left)).toEqual([0, 3, 4, 5]);
  });

  test("an internal read is not after its write", () => {
    const memory = memoryOf("Wx1 | Rx1");
    const edges = createEdgeList(Int32Array.of(1, 0));
    expect(sortOperations({ ...memory, internal: Uint8Array.of(0, 1) }, edges).acyclic).toBe(true);
    const sorted = sortOperations(memory, edges);
    expect(sorted.acyclic || findCycle(memory, sorted.left, edges)).toEqual([0, 1]);
  });
});
