import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { randomMemory, withGivenEdges } from "./generate-memory.js";
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
