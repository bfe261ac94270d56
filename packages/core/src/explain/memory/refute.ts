import type { MemoryHistory } from "../../memory/memory-history.js";
import type { MemoryModel } from "../../criteria/memory-models.js";
import { refuteCc, refuteCcv, refuteCm } from "./refute-causal.js";
import { refuteCcm, refuteWccm } from "./refute-convergent.js";
import type { Refutation } from "./refutation.js";
import { refuteSc, refuteTso } from "./refute-store-orders.js";

/**
 * Why a small history violates the model, or `undefined`: because it does not, because `mayGoOn` put an
 * end to it or, for `sc` and `tso` alone, because the cases would nest too deep to tell.
 */
export function refute(
  memory: MemoryHistory,
  model: MemoryModel,
  mayGoOn: () => boolean,
): Refutation | undefined {
  switch (model) {
    case "cc":
      return refuteCc(memory);
    case "ccv":
      return refuteCcv(memory);
    case "cm":
      return refuteCm(memory);
    case "ccm":
      return refuteCcm(memory);
    case "wccm":
      return refuteWccm(memory);
    case "sc":
      return refuteSc(memory, mayGoOn);
    case "tso":
      return refuteTso(memory, mayGoOn);
    default:
      return model satisfies never;
  }
}
