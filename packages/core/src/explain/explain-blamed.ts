import { type History, PENDING } from "../history/history.js";
import { decideLinearizability } from "../plan/linearizability.js";
import { orderCause } from "./cause/order-cause.js";
import { relaxTo, tellHistory } from "./core-history.js";
import type { Effort } from "./effort.js";
import type { Refuted } from "./explain.js";
import type { Explained } from "./explained.js";
import { SMALL } from "./shrink.js";

/** Of a longer part what was found is the reason: to look for a smaller one would take longer than the verdict. */
const LONG = 32;
/** Of longer histories no proof is looked for: to list what their transactions make of a key would take too long. */
const MOST_PROVED = 1000;

/**
 * What a monitor of transactions blames in a long part, told as it was found: a circle, or few that found what cannot
 * be. With it goes its core, where that is seen to fail by itself. Else `undefined`.
 */
export function explainBlamed(refuted: Refuted, timed: History, effort: Effort): Explained | undefined {
  const { history, decision, type, initial, criterion } = refuted;
  const { pattern } = decision;
  if (pattern?.besides === undefined || decision.ids.length <= LONG) return undefined;
  const { cycle, besides, reason } = pattern;
  const kind = cycle === undefined ? "core" : "cycle";
  const useTime = criterion === "linearizability" && history.timed;
  const operations = [...pattern.ids].sort((a, b) => a - b);
  const blamed = new Set(operations);
  const ids = Int32Array.from([...operations, ...besides]).sort();
  const isBeside = (id: number): boolean => !blamed.has(id);
  const relaxed = (whole: History): History => relaxTo(whole, ids, isBeside, isBeside).history;
  const core = neverReturned(relaxed(timed));
  return {
    kind,
    operations,
    headline: reason,
    reason,
    ...(cycle !== undefined && { cycle, steps: cycle.map(({ because }, i) => `${i + 1}. ${because}.`) }),
    ...(decision.part !== undefined && { part: decision.part }),
    ...(operations.length <= SMALL && { cause: orderCause(refuted, operations, kind, effort) }),
    ...(fails(core, refuted, effort) &&
      tellHistory(useTime ? core : relaxed(history), { type, initial, useTime }, [...ids])),
    ...(history.size <= MOST_PROVED ? { blamed: [...ids] } : { unproved: true }),
  };
}

/** What may not have happened is taken as what never returned: that allows more, and is decided sooner. */
const neverReturned = (core: History): History => ({
  ...core,
  ret: core.ret.map((at, id) => (core.optional?.[id] === 1 ? PENDING : at)),
  optional: undefined,
});

/** Whether a core fails by itself. */
function fails(history: History, { type, initial }: Refuted, effort: Effort): boolean {
  const asked = {
    history,
    type: effort.counted(type),
    initial,
    algorithm: "auto",
    partition: true,
    options: {},
  } as const;
  const found = effort.attempt(history.size, () => decideLinearizability(asked, effort.trial));
  return found?.verdict === "violated";
}
