import type { Asked } from "../ask/understand.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import type { NoOrder } from "../plan/decision.js";
import { decideMemory, type MemoryQuestion, type NoMemoryOrder } from "../plan/memory.js";
import { orderRoute } from "./order.js";
import type { Route } from "./route.js";

type MemoryCriterion = Extract<CriterionSpec, { kind: "memory" }>;

/** The models of shared memory (CAV'19): causality, or an order of the writes to each variable. */
export function memoryRoute(asked: Asked, criterion: MemoryCriterion): Route<NoOrder | NoMemoryOrder> {
  const question = memoryQuestion(asked, criterion);
  return {
    /** SC is sequential consistency, whose search does not mind values that are written more than once. */
    decide: (budget) =>
      decideMemory(question, budget) ??
      orderRoute(asked, { kind: "sequential", name: criterion.name }).decide(budget),
  };
}

/** What is asked of a history of reads and writes. */
export function memoryQuestion(
  { history, initial, algorithm, options }: Asked,
  { name: model }: MemoryCriterion,
): MemoryQuestion {
  const { sat, countPairs = false } = options;
  return { history, initial, model, algorithm, sat, countPairs };
}
