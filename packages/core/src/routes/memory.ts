import type { Asked } from "../ask/understand.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { explainChoices } from "../explain/memory/explain-choices.js";
import type { NoOrder } from "../plan/decision.js";
import { decideMemory, decider, type NoMemoryOrder } from "../plan/memory.js";
import { orderRoute } from "./order.js";
import type { Route } from "./route.js";

/** The models of shared memory (CAV'19): causality, or an order of the writes to each variable. */
export function memoryRoute(
  asked: Asked,
  { name: model }: Extract<CriterionSpec, { kind: "memory" }>,
): Route<NoOrder | NoMemoryOrder> {
  const { history, initial, algorithm, options } = asked;
  const { sat, countPairs = false, explain: reasons = true } = options;
  const question = { history, initial, model, algorithm, sat, countPairs };
  /** SC is sequential consistency, whose search does not mind values that are written more than once. */
  const sequential = () => orderRoute(asked, { kind: "sequential", name: model });
  return {
    decide: (budget) => decideMemory(question, budget) ?? sequential().decide(budget),
    explain: (violated, budget) =>
      "ids" in violated
        ? sequential().explain(violated, budget)
        : explainChoices(
            {
              history,
              initial,
              model,
              inFull: reasons,
              decide: (memory, limits) => decider(question, limits)(memory).verdict,
            },
            violated,
            budget,
          ),
  };
}
