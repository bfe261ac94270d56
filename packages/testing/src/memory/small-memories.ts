import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { createRandom } from "@sightline/core/random.js";
import { generateMemory, memoryKinds, randomMemory, withGivenEdges } from "./generate-memory.js";
import { readAnything } from "./memory-runs.js";
import { has, type Relation } from "./relation.js";

/** So many small random histories of every kind, from the seeds 0, 1, …; every third has declared edges if asked for. */
export function* smallMemories(
  count: number,
  given: "some given" | "none given",
  mostOperations?: number,
): Generator<readonly [seed: number, memory: MemoryHistory]> {
  for (let seed = 0; seed < count; seed++) {
    const memory = randomMemory(seed, mostOperations);
    yield [seed, given === "some given" && seed % 3 === 0 ? withGivenEdges(memory, seed) : memory];
  }
}

/**
 * So many histories on up to forty threads, of every kind, from the seeds 0, 1, …; in half of them a few reads
 * take any value, and every third has declared edges.
 */
export function* wideMemories(count: number): Generator<readonly [seed: number, memory: MemoryHistory]> {
  for (let seed = 0; seed < count; seed++) {
    const memory = generateMemory(memoryKinds[seed % memoryKinds.length], {
      operations: 40 + (seed % 5) * 60,
      threads: [2, 5, 12, 40][seed % 4],
      variables: 1 + (seed % 7),
      writes: 0.5,
      seed,
    });
    readAnything(memory, createRandom(seed), [0, 0, 0.005, 0.01][(seed >> 2) % 4]);
    yield [seed, seed % 3 === 0 ? withGivenEdges(memory, seed) : memory];
  }
}

/** Whether the order has each operation below `size` once and nothing before what the relation puts before it. */
export function isLinearExtension(order: Int32Array, size: number, related: Relation): boolean {
  const listed = new Set(order);
  const isWhole = order.length === size && listed.size === size && order.every((o) => o >= 0 && o < size);
  return isWhole && respects(order, related);
}

/** Whether no operation in the order stands before, or is, one that the relation puts before it. */
export function respects(order: Int32Array, related: Relation): boolean {
  return order.every((later, place) =>
    order.subarray(0, place + 1).every((earlier) => !has(related, later, earlier)),
  );
}
