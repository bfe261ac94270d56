import { type Budget, orExhausted } from "../../budget.js";
import { partialStoreOrder } from "../causal/ccm.js";
import { conflictStoreOrder } from "../causal/ccv.js";
import { createMeter } from "../meter.js";
import type { MemoryHistory } from "../memory-history.js";
import type { MemoryModel } from "../../criteria/memory-models.js";
import { countUnorderedWrites, saturate, type WritePairs } from "../store-order/saturation.js";
import { createTsoView } from "../store-order/tso-view.js";
import { weakPartialStoreOrder } from "../causal/wccm.js";

/**
 * How many pairs of writes to one variable the work for a model leaves unordered (CAV'19 §5.1): the
 * fewer, the less is left to be guessed for SC and TSO. For these two it is what saturation leaves.
 * `undefined` for models that derive no order between writes, and where the budget runs out.
 */
export function unorderedPairs(
  memory: MemoryHistory,
  model: MemoryModel,
  budget: Budget,
): WritePairs | undefined {
  return orExhausted(
    () => {
      switch (model) {
        case "ccv":
          return derived(conflictStoreOrder(memory, budget));
        case "ccm":
          return derived(partialStoreOrder(memory, budget));
        case "wccm":
          return derived(weakPartialStoreOrder(memory, budget));
        case "sc":
          return saturated(memory, budget);
        case "tso": {
          const tso = createTsoView(memory);
          return tso.coherent ? saturated(tso.view, budget) : undefined;
        }
        default:
          return undefined;
      }
    },
    () => undefined,
  );
}

const derived = (found: ReturnType<typeof partialStoreOrder>): WritePairs | undefined =>
  found.verdict === "found" ? found.storeOrder.countPairs() : undefined;

function saturated(memory: MemoryHistory, budget: Budget): WritePairs | undefined {
  const saturation = saturate(memory, createMeter(budget));
  return saturation.consistent
    ? countUnorderedWrites(memory, saturation.order.clock, saturation.index)
    : undefined;
}
