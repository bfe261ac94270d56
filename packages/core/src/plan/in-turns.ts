import { type Budget, orExhausted, type Shortage, withStates } from "../budget.js";
import type { History } from "../history/history.js";
import type { LongFound, LongStep } from "../visibility/long/decide-long.js";
import { createMeter, type Meter } from "../visibility/meter.js";
import type { Decision } from "./decision.js";

/** Shorter histories are searched whole soon enough. */
const SHORT = 24;
/** How many times more states the exact search may visit each time that it is asked again. */
const GROWTH = 8;
/** What a step may visit of what the exact search may, where that is likely to decide: one over this. */
const SHARE = 16;
/** But at least so much for each operation. */
const VISITS_EACH = 6;

/** A search that is complete. */
export interface ExactSearch {
  decide(budget: Budget): Decision;
  /** The states that it may visit first; 0 where it is not asked first. */
  readonly first: number;
  /** Beyond this many operations it is not asked between steps, only at the end. */
  readonly between: number;
}

/**
 * Asks an exact search, which is complete and best at short histories, and the steps of the search for long ones in
 * turns: the exact one for a short while, then a step, then the exact one for longer, and so on; at last the exact
 * one for as long as there is. Effort is counted in configurations, so that who decides depends on no clock.
 */
export function inTurns(
  { size }: History,
  exact: ExactSearch,
  stepsOf: () => readonly LongStep[],
  budget: Budget,
): Decision {
  if (size <= SHORT) return exact.decide(budget);
  let visited = 0;
  const left = (): Budget =>
    budget.limits.states === undefined ? budget : withStates(budget, budget.limits.states - visited);
  let established = "no violation was found in what was searched";
  const isOpen = (decision: Decision): boolean => {
    visited += decision.states;
    if (decision.verdict !== "unknown") return false;
    if (decision.established !== "") ({ established } = decision);
    return decision.reason === "states" && left().exceeded(0) === undefined;
  };
  const closing = (decision: Decision): Decision =>
    decision.verdict === "unknown"
      ? { ...decision, established, states: visited }
      : { ...decision, states: visited };
  let effort = exact.first;
  if (effort > 0) {
    const decision = exact.decide(withStates(left(), effort));
    if (!isOpen(decision)) return closing(decision);
  }
  for (const step of stepsOf()) {
    const most = size > exact.between ? Infinity : Math.max(VISITS_EACH * size, effort / SHARE);
    const decision = takeStep(size, step, createMeter(withStates(left(), most)));
    if (!isOpen(decision)) return closing(decision);
    if (size > exact.between) continue;
    effort = Math.max(1, effort) * GROWTH;
    const again = exact.decide(withStates(left(), effort));
    if (!isOpen(again)) return closing(again);
  }
  const last = exact.decide(left());
  return { ...last, states: visited + last.states };
}

/** What a step decides; one that finds nothing has used what it may. */
function takeStep(size: number, step: LongStep, meter: Meter): Decision {
  const found = orExhausted<LongFound | { readonly verdict: "unknown"; readonly reason: Shortage }>(
    () => step(meter),
    (reason) => ({ verdict: "unknown", reason }),
  );
  const summary = { algorithm: "vectors", states: meter.states, parts: 1 };
  switch (found?.verdict) {
    case undefined:
      return { verdict: "unknown", reason: "states", established: "", ...summary };
    case "satisfied":
      return { verdict: "satisfied", witness: found.witness, ...summary };
    case "violated": {
      const ids = Array.from({ length: size }, (_, id) => id);
      const { stuck } = found;
      return { verdict: "violated", ids, ...(stuck !== undefined && { stuck }), ...summary };
    }
    case "unknown":
      return { ...found, established: "", ...summary };
  }
}
