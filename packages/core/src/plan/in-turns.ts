import { type Budget, orExhausted, type Shortage, withStates } from "../budget.js";
import type { History } from "../history/history.js";
import type { LongFound, LongStep } from "../visibility/long/decide-long.js";
import { createMeter, type Meter } from "../visibility/meter.js";
import type { Decision } from "./decision.js";

/** Shorter histories are searched whole soon enough. */
const SHORT = 24;
/** Beyond this many operations the exact search is not asked first; beyond that many not between, either. */
const [FIRST_UP_TO, BETWEEN_UP_TO] = [200, 200];
/** The states that the exact search may visit first, and how many times more each time that it is asked again. */
const [FIRST_STATES, GROWTH] = [2000, 8];

/**
 * Asks an exact search, which is complete and best at short histories, and the steps of the search for long ones in
 * turns: the exact one for a short while, then a step, then the exact one for longer, and so on; at last the exact
 * one for as long as there is. Effort is counted in configurations, so that who decides depends on no clock.
 */
export function inTurns(
  { size }: History,
  exact: (budget: Budget) => Decision,
  stepsOf: () => readonly LongStep[],
  budget: Budget,
): Decision {
  if (size <= SHORT) return exact(budget);
  let visited = 0;
  const left = (): Budget =>
    budget.limits.states === undefined ? budget : withStates(budget, budget.limits.states - visited);
  let established = "no violation was found in what was searched";
  const isOpen = (decision: Decision): boolean => {
    visited += decision.states;
    if (decision.verdict === "unknown") ({ established } = decision);
    return decision.verdict === "unknown" && decision.reason === "states" && left().exceeded(0) === undefined;
  };
  let effort = FIRST_STATES;
  if (size <= FIRST_UP_TO) {
    const decision = exact(withStates(left(), effort));
    if (!isOpen(decision)) return decision;
  }
  for (const step of stepsOf()) {
    const meter = createMeter(left());
    const decision = takeStep(size, step, meter);
    visited += meter.states;
    if (decision?.verdict === "unknown") return { ...decision, established, states: visited };
    if (decision !== undefined) return { ...decision, states: visited };
    effort *= GROWTH;
    if (size > BETWEEN_UP_TO) continue;
    const again = exact(withStates(left(), effort));
    if (!isOpen(again)) return { ...again, states: visited };
  }
  const last = exact(left());
  return { ...last, states: visited + last.states };
}

/** What a step decides, or that there was no budget left for it. */
function takeStep(size: number, step: LongStep, meter: Meter): Decision | undefined {
  const found = orExhausted<LongFound | { readonly verdict: "unknown"; readonly reason: Shortage }>(
    () => step(meter),
    (reason) => ({ verdict: "unknown", reason }),
  );
  if (found === undefined) return undefined;
  const summary = { algorithm: "vectors", states: meter.states, parts: 1 };
  switch (found.verdict) {
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
