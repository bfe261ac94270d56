import { type Budget, orExhausted } from "../../budget.js";
import type { Contradiction } from "./close-relation.js";
import type { MemoryFound } from "../memory-found.js";
import { createMeter, type Meter } from "../meter.js";

/** The algorithm of the causal models, as reports name it. */
const VECTOR_CLOCKS = "vector-clocks";

/** A verdict that is not `satisfied`. */
export type Refused = Exclude<MemoryFound, { verdict: "satisfied" }>;

/**
 * Runs an engine under a budget. Where it comes to a contradiction, the history violates the model;
 * where the budget runs out, `established` says what is known all the same.
 */
export function runOnClocks<Answer extends object>(
  budget: Budget,
  run: (meter: Meter) => Answer | Contradiction,
  established: () => string,
): (Answer & { readonly states: number }) | Refused {
  const meter = createMeter(budget);
  return orExhausted<(Answer & { readonly states: number }) | Refused>(
    () => {
      const answer = run(meter);
      const { steps: states } = meter;
      if (!("clue" in answer)) return { ...answer, states };
      return { verdict: "violated", clue: answer.clue, algorithm: VECTOR_CLOCKS, states };
    },
    (reason) => ({
      verdict: "unknown",
      reason,
      established: established(),
      algorithm: VECTOR_CLOCKS,
      states: meter.steps,
    }),
  );
}

/** Runs the engine of a model under a budget: it comes to the orders that show that the history satisfies it, or to a contradiction. */
export function decideOnClocks(
  budget: Budget,
  run: (meter: Meter) => readonly Int32Array[] | Contradiction,
  established: () => string,
): MemoryFound {
  const decide = (meter: Meter) => {
    const orders = run(meter);
    if ("clue" in orders) return orders;
    return { verdict: "satisfied" as const, orders, algorithm: VECTOR_CLOCKS };
  };
  return runOnClocks(budget, decide, established);
}
