import type { Budget } from "../budget.js";
import { type History, type Label, labelOf } from "../history/history.js";
import { canonical, equal, type Value } from "../history/value.js";
import type { Decision } from "../plan/decision.js";
import type { Conclusions } from "../plan/visibility.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { holdsWith, type PossibleState, resultsIn, statesIn, type WholeHistory } from "./alternatives.js";
import type { Effort } from "./effort.js";
import type { Relaxable } from "./relax-visibility.js";
import type { Instead } from "./tell-core.js";

/** A history that violates levels or axioms, to be explained. */
export interface RefutedVisibility extends Relaxable {
  /** Decides whether another history of the type, from the same state, satisfies the same criterion. */
  readonly decide: (
    history: History,
    budget: Budget,
    type: SequentialType,
  ) => Pick<Decision, "verdict" | "states"> & {
    readonly witness?: Witness;
  };
  /** The criterion in a few words: `monotonic`, `put=complete,*=weak`, or its axioms. */
  readonly criterion: string;
  readonly initial: Value | undefined;
  /** What can be concluded without a search, of a long history. */
  conclusions?(): Conclusions | undefined;
  /** The operation that the search could not explain, where it knows one. */
  readonly unexplained?: number | undefined;
}

/** The most other results that are tried on the operation that nothing explains, and named. */
const [MOST_RESULTS, MOST_NAMED] = [12, 3];

/** What is decided of another history with a part of the effort; `undefined` where that is not enough. */
export function verdictOf(
  { decide, type }: RefutedVisibility,
  other: History,
  effort: Effort,
): ReturnType<RefutedVisibility["decide"]> | undefined {
  return effort.attempt(other.size, () => decide(other, effort.trial, effort.counted(type)));
}

/** The whole history, decided with another result in it for as long as the effort lasts. */
export function wholeOf(refuted: RefutedVisibility, effort: Effort): WholeHistory {
  const { history, type, initial } = refuted;
  return {
    history,
    type,
    initial,
    decide(other) {
      const found = verdictOf(refuted, other, effort);
      if (found === undefined || found.verdict === "unknown") return undefined;
      return found.verdict === "violated" ? found.verdict : (found.witness ?? { linearization: [] });
    },
  };
}

/** The history with any result of an operation. */
function withoutResult(history: History, id: number): History {
  return {
    ...history,
    labels: [...history.labels, { ...labelOf(history, id), result: undefined }],
    label: history.label.with(id, history.labels.length),
  };
}

/** States that the operation may find where all others are explained, one for each result. */
export function statesOf(whole: WholeHistory, id: number | undefined): readonly PossibleState[] {
  if (id === undefined) return [];
  const found = whole.decide(withoutResult(whole.history, id), whole.type);
  if (found === undefined || found === "violated") return [];
  const states = statesIn(whole, found, id);
  return states
    .filter(({ result }, at) => states.findIndex((one) => equal(one.result, result)) === at)
    .slice(0, MOST_NAMED);
}

/**
 * Other results with which the whole history holds: what the operation returns where nothing is asked of
 * its result, and others that occur in the history. Levels and axioms go by methods, so no other label can
 * stand for "any but these".
 */
export function plausibleAlternatives(whole: WholeHistory, id: number): readonly Value[] {
  const { history } = whole;
  const label = labelOf(history, id);
  if (label.result === undefined) return [];
  const found = whole.decide(withoutResult(history, id), whole.type);
  if (found === undefined || found === "violated") return []; // no other result would do
  const candidates = [...resultsIn(whole, found, id), ...plausibleResults(history, label)];
  const results: Value[] = [];
  for (const candidate of candidates) {
    if (results.length === MOST_NAMED) break;
    if (equal(candidate, label.result) || results.some((one) => equal(one, candidate))) continue;
    if (holdsWith(whole, id, candidate)) results.push(candidate);
  }
  return results;
}

/** What an operation could have returned; of two truth values the other is all. */
export function insteadAt(history: History, id: number, results: readonly Value[]): Instead {
  return { id, results, complete: typeof labelOf(history, id).result === "boolean" };
}

/** Other values that occur as results of the method or as arguments; the other truth value. */
function plausibleResults(history: History, { method, result }: Label): Value[] {
  if (result === undefined) return [];
  const values = new Map<string, Value>();
  const offer = (value: Value | undefined): void => {
    if (value !== undefined && !equal(value, result)) values.set(canonical(value), value);
  };
  if (typeof result === "boolean") offer(!result);
  else {
    for (const label of history.labels) if (label.method === method) offer(label.result);
    for (const label of history.labels) label.args.forEach(offer);
    for (const usual of [null, 0, 1, []]) offer(usual);
  }
  return [...values.values()].slice(0, MOST_RESULTS);
}
