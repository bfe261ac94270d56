import { type Budget, orExhausted } from "../../budget.js";
import { type Clocks, sortOperations } from "./clocks.js";
import type { MemoryFound } from "../memory-found.js";
import type { EdgeList } from "./edge-list.js";
import { findCycle } from "./find-cycle.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter, type Meter } from "../meter.js";

/** A relation turned out to have a cycle, at these operations. */
export interface Contradiction {
  readonly clue: readonly number[];
}

/** The algorithm of the causal models, as reports name it. */
export const VECTOR_CLOCKS = "vector-clocks";

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

/** The closure of po ∪ wr ∪ the given edges ∪ `edges` as clocks. */
export function closeRelation(memory: MemoryHistory, meter: Meter, edges?: EdgeList): Clocks | Contradiction {
  meter.reserve(4 * memory.size * memory.threads);
  const clock = new Int32Array(memory.size * memory.threads);
  const sorted = sortOperations(memory, edges, clock);
  if (sorted.acyclic) return { clock, order: sorted.order };
  return { clue: findCycle(memory, sorted.left, edges) };
}

/** All operations in an order that extends po ∪ wr ∪ the given edges ∪ `edges`. */
export function extendRelation(
  memory: MemoryHistory,
  meter: Meter,
  edges?: EdgeList,
): { readonly order: Int32Array } | Contradiction {
  meter.reserve(4 * (6 * memory.size + (edges?.size ?? 0)));
  const sorted = sortOperations(memory, edges);
  return sorted.acyclic ? { order: sorted.order } : { clue: findCycle(memory, sorted.left, edges) };
}
