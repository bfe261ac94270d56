import type { History, Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import type { Decision } from "../plan/decision.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import { otherLabel } from "../types/maybe-type.js";

/** What an operation could have returned instead. */
export interface Alternatives {
  readonly results: readonly Value[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** The type as it is and as it was relaxed, and the state to start from. */
interface Types {
  readonly plain: SequentialType;
  readonly relaxed: SequentialType;
  readonly initial: Value | undefined;
}

/** The most results that are looked for. */
const MOST = 5;
/** The most states that are carried along an order, and the longest order that is run, in looking for them. */
const MOST_STATES = 32;
const LONG = 5000;

/**
 * The results with which operation `at` of the relaxed history would have an order: asked for one
 * after another, each time for any but those already known.
 */
export function alternatives(
  relaxed: History,
  at: number,
  label: Label,
  types: Types,
  decide: (history: History) => Decision,
): Alternatives {
  const relabelled = (other: Label): History => ({
    ...relaxed,
    labels: [...relaxed.labels, other],
    label: relaxed.label.with(at, relaxed.labels.length),
  });
  const results: Value[] = [];
  while (results.length <= MOST) {
    const known = label.result === undefined ? results : [label.result, ...results];
    const asked = relabelled(otherLabel(label, known));
    const decision = decide(asked);
    if (decision.verdict !== "satisfied") return { results, complete: decision.verdict === "violated" };
    const fresh = resultsAt(asked, at, label, types, decision.witness.linearization).filter(
      (one) =>
        !known.some((old) => equal(old, one)) &&
        decide(relabelled({ ...label, result: one })).verdict === "satisfied",
    );
    if (fresh.length === 0) break;
    results.push(...fresh);
  }
  return { results: results.slice(0, MOST), complete: false };
}

/** What the operation may return where it stands in an order: runs what comes before it on its object. */
function resultsAt(
  history: History,
  at: number,
  label: Label,
  types: Types,
  order: readonly number[],
): Value[] {
  if (order.length > LONG) return [];
  let states: unknown[] = [types.relaxed.init(types.initial)];
  for (const id of order) {
    if (history.object[id] !== history.object[at]) continue;
    if (id === at) break;
    const step = history.labels[history.label[id]];
    const next = new Map<string | number, unknown>(); // each state once, or maybes would double them
    for (const state of states)
      for (const outcome of outcomes(types.relaxed, state, step))
        if (step.result === undefined || equal(outcome.result, step.result))
          next.set(stateKey(types.relaxed, outcome.state), outcome.state);
    states = [...next.values()].slice(0, MOST_STATES); // these are only candidates
  }
  const results: Value[] = [];
  for (const state of states)
    for (const { result } of outcomes(types.plain, state, label))
      if (!results.some((one) => equal(one, result))) results.push(result);
  return results;
}
