import { createBudget } from "@sightline/core/budget.js";
import type { MemoryFound } from "@sightline/core/memory/memory-found.js";
import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import type {
  StoreOrderAlgorithm,
  StoreOrderOptions,
} from "@sightline/core/memory/store-order/decide-store-order.js";
import { satisfiesModel } from "./memory-oracle.js";
import { createPlainSat } from "./plain-sat.js";

const algorithms: readonly StoreOrderAlgorithm[] = ["auto", "branch", "lazy-sat", "saturation"];

/** Counts of a comparison. */
export interface Comparison {
  /** The mistakes, in words: which seed, which algorithm, what it said. */
  readonly wrong: readonly string[];
  readonly satisfied: number;
  readonly violated: number;
  /** How often `saturation` alone, which may give up, did so. */
  readonly stuck: number;
}

/**
 * Holds every algorithm of `decide` against the literal definition on `count` histories, and replays
 * every order that it finds.
 */
export function compareWithOracle(
  model: "sc" | "tso",
  decide: (memory: MemoryHistory, options: StoreOrderOptions) => MemoryFound,
  replays: (memory: MemoryHistory, order: Int32Array) => boolean,
  count: number,
  generate: (seed: number) => MemoryHistory,
): Comparison {
  const budget = createBudget();
  const wrong: string[] = [];
  const seen = { satisfied: 0, violated: 0, stuck: 0 };
  for (let seed = 0; seed < count; seed++) {
    const memory = generate(seed);
    const expected = satisfiesModel(memory, model) ? "satisfied" : "violated";
    seen[expected]++;
    for (const algorithm of algorithms) {
      const found = decide(memory, { budget, algorithm, sat: createPlainSat });
      if (found.verdict === "unknown" && algorithm === "saturation") seen.stuck++;
      else if (found.verdict !== expected)
        wrong.push(`seed ${seed}, ${algorithm}: ${found.verdict}, not ${expected}`);
      if (found.verdict === "satisfied" && !replays(memory, found.orders[0]))
        wrong.push(`seed ${seed}, ${algorithm}: the order ${found.orders[0].join(" ")} does not replay`);
    }
  }
  return { wrong, ...seen };
}
