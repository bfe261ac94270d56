import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { memoryOf } from "./generate-memory.js";
import type { Access } from "./threads-of.js";
import { createRandom } from "@sightline/core/random.js";

/**
 * Writes that nothing orders, and threads of two reads that forbid combinations of their orders, so
 * that saturation alone seldom decides: a few with all four combinations forbidden, more with some
 * left. Small enough for the literal oracle.
 */
export function crossedReads(seed: number): MemoryHistory {
  const random = createRandom(seed);
  const names = random.chance(0.3) ? ["x", "y", "z"] : ["x", "y"];
  const threads: Access[][] = [];
  for (const name of names) {
    threads.push([["w", name, 1]]);
    if (random.chance(0.1)) random.pick(threads).push(["w", name, 2]);
    else threads.push([["w", name, 2]]);
  }
  for (const x of [1, 2])
    for (const y of [1, 2]) {
      if (random.chance(0.94))
        threads.push([
          ["r", "x", x],
          ["r", "y", y],
        ]);
      if (random.chance(0.94))
        threads.push([
          ["r", "y", y],
          ["r", "x", 3 - x],
        ]);
    }
  for (let more = names.length === 3 ? random.int(4) : 0; more > 0; more--)
    threads.push([
      ["r", random.pick(["x", "y"]), 1 + random.int(2)],
      ["r", "z", 1 + random.int(2)],
    ]);
  if (random.chance(0.3)) random.pick(threads).push(["r", random.pick(names), random.int(3)]);
  return memoryOf(threads);
}

/**
 * Hundreds of threads of two reads each over `variables` variables that were written `writes` times:
 * near a ratio of 12 to 14 such threads per variable about half of them have a store order, and
 * those are hard to tell from the others.
 */
export function crowdOfReaders(
  variables: number,
  writes: number,
  ratio: number,
  seed: number,
): MemoryHistory {
  const random = createRandom(seed);
  const threads: Access[][] = [];
  for (let x = 0; x < variables; x++)
    for (let value = 1; value <= writes; value++) threads.push([["w", `x${x}`, value]]);
  for (let reader = Math.round(variables * ratio); reader > 0; reader--) {
    const x = random.int(variables);
    const y = (x + 1 + random.int(variables - 1)) % variables;
    threads.push([
      ["r", `x${x}`, 1 + random.int(writes)],
      ["r", `x${y}`, 1 + random.int(writes)],
    ]);
  }
  return memoryOf(threads);
}
