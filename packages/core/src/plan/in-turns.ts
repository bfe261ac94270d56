import { type Budget, Exhausted } from "../budget.js";
import type { History } from "../history/history.js";
import type { LongFound } from "../visibility/long/long-search.js";
import { createMeter, type Meter } from "../visibility/meter.js";
import type { Decision } from "./decision.js";

/** Shorter histories are searched whole soon enough. */
const SHORT = 24;
/** The steps of the first turn of the search for long histories, for each operation; and how they grow. */
const [FIRST_TURN, GROWTH] = [512, 2];
/**
 * Up to so many operations: how many times as long the exact search goes on between turns of the other. Short
 * histories it decides nearly all, and these must not wait for the other more than a ninth of the time. Of the long
 * ones it decides hardly any, and it is slow even to begin: there it has what is left at the end.
 */
const EXACT_SHARE: readonly (readonly [size: number, share: number])[] = [
  [31, 25],
  [64, 8],
  [200, 1],
];

/** What a step of the search for long histories takes, in those of a search with the smallest sets. */
export const LONG_WEIGHT = 8;
/** The same up to so many operations, where most of it are sights that are tried and views that are thrown away. */
const [FEW_OPERATIONS, FEW_WEIGHT] = [64, 240];

/** A search that is complete, and can be interrupted. */
export interface ExactSearch {
  /**
   * Goes on for about so many steps (of a `Meter`), and no more than so many states. `unknown` for want of `states`:
   * it can be asked again, and then goes on from there.
   */
  resume(steps: number, states: number): Decision;
  /** Beyond this many operations it is asked at the end only. Default: as the length of the history says. */
  readonly between?: number;
  /** It cannot be interrupted: the other search has so many steps for each operation, and then it goes to its end. */
  readonly after?: number;
}

/**
 * Asks an exact search, which is complete and best at short histories, and the search for long ones in turns that
 * grow. Neither ever does anything twice. Effort is counted in steps, so that who decides depends on no clock.
 */
export function inTurns(
  { size }: History,
  exact: ExactSearch,
  long: (meter: Meter) => Generator<void, LongFound>,
  budget: Budget,
): Decision {
  const most = budget.limits.states ?? Infinity;
  if (size <= SHORT) return exact.resume(Infinity, most);
  const share = size > (exact.between ?? Infinity) ? 0 : (EXACT_SHARE.find(([end]) => size <= end)?.[1] ?? 0);
  const meter = createMeter(budget, size <= FEW_OPERATIONS ? FEW_WEIGHT : LONG_WEIGHT);
  const searching = long(meter);
  let exactStates = 0;
  let established = "no violation was found in what was searched";
  const left = (): number => most - exactStates - meter.states;
  const resumeExact = (steps: number): Decision | undefined => {
    const decision = exact.resume(steps, left());
    exactStates = decision.states;
    const states = exactStates + meter.states;
    if (decision.verdict !== "unknown") return { ...decision, states };
    if (decision.established !== "") ({ established } = decision);
    if (steps < Infinity && decision.reason === "states" && left() > 0) return undefined;
    return { ...decision, established, states };
  };
  for (let turn = FIRST_TURN * size; ; turn *= GROWTH) {
    if (share > 0) {
      const decision = resumeExact(share * turn);
      if (decision !== undefined) return decision;
    }
    meter.takeTurn(share > 0 ? turn : (exact.after ?? Infinity) * size, left());
    const found = goOn(searching);
    if (found === "over" && exact.after !== undefined) break;
    if (found === "over") continue;
    if (found === undefined) break;
    const summary = { algorithm: "vectors", states: exactStates + meter.states, parts: 1 };
    switch (found.verdict) {
      case "satisfied":
        return { verdict: "satisfied", witness: found.witness, ...summary };
      case "violated": {
        const ids = Array.from({ length: size }, (_, id) => id);
        const { stuck } = found;
        return { verdict: "violated", ids, ...(stuck !== undefined && { stuck }), ...summary };
      }
      case "unknown":
        return { ...found, established, ...summary };
    }
  }
  const last = resumeExact(Infinity);
  if (last === undefined) throw new Error("a search without an end stopped");
  return last;
}

type Unknown = Extract<Decision, { readonly verdict: "unknown" }>;

/** What a turn of the search comes to: "over" where it can go on, `undefined` where it has nothing more to try. */
function goOn(
  searching: Generator<void, LongFound>,
): LongFound | Pick<Unknown, "verdict" | "reason"> | "over" {
  try {
    const step = searching.next();
    return step.done === true ? step.value : "over";
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    return { verdict: "unknown", reason: error.shortage };
  }
}
