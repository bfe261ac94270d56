import type { Budget } from "../budget.js";
import type { History } from "../history/history.js";
import type { Decision } from "../plan/decision.js";
import { orderCause } from "./cause/order-cause.js";
import { relaxTo, tellHistory } from "./core-history.js";
import type { Refuted } from "./explain.js";
import type { Explained } from "./explained.js";
import { SMALL } from "./shrink.js";

/** Of a longer part the circle that was found is the reason: to look for a smaller one would take longer than the verdict. */
const LONG = 1000;

/** A circle of a long part in words, with its core where that is found to fail by itself; else `undefined`. */
export function explainCycle(
  refuted: Refuted,
  timed: History,
  decide: (sub: History) => Decision,
  budget: Budget,
): Explained | undefined {
  const { history, decision, type, initial, criterion } = refuted;
  const { pattern } = decision;
  if (pattern?.cycle === undefined || decision.ids.length <= LONG) return undefined;
  const useTime = criterion === "linearizability" && history.timed;
  const operations = [...pattern.ids].sort((a, b) => a - b);
  const blamed = new Set(operations);
  const ids = Int32Array.from([...operations, ...(pattern.besides ?? [])]).sort();
  const { history: core } = relaxTo(useTime ? timed : history, ids, (id) => !blamed.has(id));
  const fails = decide(relaxTo(timed, ids, (id) => !blamed.has(id)).history).verdict === "violated";
  return {
    kind: "cycle",
    operations,
    headline: pattern.reason,
    reason: pattern.reason,
    cycle: pattern.cycle,
    steps: pattern.cycle.map(({ because }, i) => `${i + 1}. ${because}.`),
    ...(decision.part !== undefined && { part: decision.part }),
    ...(operations.length <= SMALL && { cause: orderCause(refuted, operations, "cycle", budget) }),
    ...(fails ? tellHistory(core, { type, initial, useTime }, [...ids]) : {}),
  };
}
