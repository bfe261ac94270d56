import type { Asked } from "../ask/understand.js";
import type { Effort } from "../explain/effort.js";
import { explain } from "../explain/explain.js";
import type { Explained } from "../explain/explained.js";
import type { NoOrder } from "../plan/decision.js";

/** Why a history is not linearizable, or not sequentially consistent. */
export function explainOrder(
  { history, type, initial }: Asked,
  criterion: "linearizability" | "sequential",
  decision: NoOrder,
  effort: Effort,
): Explained {
  return explain({ history, type, initial, criterion, decision }, effort);
}
