import type { Asked } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import { explain } from "../explain/explain.js";
import type { Explained } from "../explain/explained.js";
import type { NoOrder } from "../plan/decision.js";

/** Why a history is not linearizable, or not sequentially consistent. */
export function explainOrder(
  { history, type, initial }: Asked,
  criterion: "linearizability" | "sequential",
  decision: NoOrder,
  budget: Budget,
): Explained {
  return explain({ history, type, initial, criterion, decision }, budget);
}
