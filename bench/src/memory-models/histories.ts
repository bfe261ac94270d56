import type { History } from "@sightline/core";
import { crowdOfReaders } from "@sightline/testing/memory/crossed-reads.js";
import { generateMemory, type MemoryShape } from "@sightline/testing/memory/generate-memory.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { type Fault, faultyRun } from "./faults.js";

/** A history as plain data, from which any process can make it. */
export type Recipe =
  /** A sequentially consistent run: it satisfies every model. */
  | { readonly kind: "valid"; readonly shape: MemoryShape }
  /** A run on a memory with a fault. */
  | { readonly kind: "faulty"; readonly fault: Fault; readonly shape: MemoryShape }
  /** Single writes, and hundreds of threads of two reads each. */
  | {
      readonly kind: "crowd";
      readonly variables: number;
      readonly writes: number;
      /** Readers per variable. */
      readonly ratio: number;
      readonly seed: number;
    };

/** The share of writes among the operations of all generated histories. */
export const WRITES = 0.5;

/** The number of variables of the small histories: those of the paper's figures. */
export const VARIABLES = 8;

/** The history that a recipe stands for. Every value is written once. */
export function makeHistory(recipe: Recipe): History {
  switch (recipe.kind) {
    case "valid":
      return memoryToHistory(generateMemory("sc", recipe.shape));
    case "faulty":
      return memoryToHistory(faultyRun(recipe.fault, recipe.shape));
    case "crowd":
      return memoryToHistory(crowdOfReaders(recipe.variables, recipe.writes, recipe.ratio, recipe.seed));
  }
}
