import type { Random } from "@sightline/core";
import type { MemoryProgram, MemoryStep } from "./program.js";

/** How large random programs are, and of what. */
export interface ProgramShape {
  readonly threads: number;
  /** Reads and writes of each thread. */
  readonly operations: number;
  readonly variables: number;
  /** The share of writes, from 0 to 1. */
  readonly writes: number;
}

/**
 * A random program: every access is a write with probability `writes`, to any of the variables `x0`, `x1`, …
 * The values written to a variable are 1, 2, 3, …, each once, so a read tells which write it read from.
 */
export function randomProgram(random: Random, shape: ProgramShape): MemoryProgram {
  const written = new Int32Array(shape.variables);
  const step = (): MemoryStep => {
    const variable = random.int(shape.variables);
    return random.chance(shape.writes) ? ["w", `x${variable}`, ++written[variable]] : ["r", `x${variable}`];
  };
  return {
    threads: Array.from({ length: shape.threads }, () => Array.from({ length: shape.operations }, step)),
  };
}
