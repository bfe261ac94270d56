import { createBudget, type Budget } from "@sightline/core/budget.js";
import type { MemoryFound } from "@sightline/core/memory/memory-found.js";
import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { type LiteralHistory, literalHistory } from "./memory-oracle.js";
import { smallMemories } from "./small-memories.js";

/** Counts of a comparison. */
export interface DefinitionComparison {
  /** The seeds of the histories on which the engine and the definition differ, or whose orders explain nothing. */
  readonly wrong: readonly number[];
  readonly satisfied: number;
  readonly violated: number;
  readonly unknown: number;
}

/** One small history that satisfies the model, and the orders that its engine gives for it. */
export interface Satisfied {
  readonly seed: number;
  readonly memory: MemoryHistory;
  readonly history: LiteralHistory;
  readonly orders: readonly Int32Array[];
}

/**
 * Holds the engine of a causal model against its literal definition on `count` small histories, and asks of each that
 * is satisfied whether its orders are what the model asks for.
 */
export function compareWithDefinition(
  count: number,
  given: "some given" | "none given",
  engine: (memory: MemoryHistory, budget: Budget) => MemoryFound,
  holds: (history: LiteralHistory) => boolean,
  explains: (satisfied: Satisfied) => boolean,
): DefinitionComparison {
  const counts = { satisfied: 0, violated: 0, unknown: 0 };
  const wrong: number[] = [];
  for (const [seed, memory] of smallMemories(count, given)) {
    const history = literalHistory(memory);
    const found = engine(memory, createBudget());
    counts[found.verdict]++;
    const isRight =
      found.verdict === "satisfied"
        ? holds(history) && explains({ seed, memory, history, orders: found.orders })
        : !holds(history);
    if (!isRight) wrong.push(seed);
  }
  return { wrong, ...counts };
}
