import { type History, type Label, labelOf } from "../history/history.js";
import { membersOf, seenBy } from "../history/sights.js";
import { equal, type Value } from "../history/value.js";
import type { Violation, Witness } from "../result.js";
import { maybeType, otherLabel } from "../types/maybe-type.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";

/** What an operation could have returned instead. */
export interface Alternatives {
  readonly results: readonly Value[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** What the whole history is asked with another result in it. */
export interface WholeHistory {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  /** Whether the criterion holds of a history, of the type or one that has more labels; `undefined` where that is not known within the effort. */
  decide(history: History, type: SequentialType): Witness | "violated" | undefined;
}

/** The most results that are named. */
const MOST = 5;
/** The most states that are carried along an order in looking for candidates. */
const MOST_STATES = 32;

/**
 * The results with which the operation, in its place in the whole history, makes the criterion hold: asked
 * for one after another, each time for any but those already known, and each tried by itself.
 */
export function alternatives(whole: WholeHistory, id: number): Alternatives {
  const { history, type } = whole;
  const label = labelOf(history, id);
  if (label.result === undefined) return { results: [], complete: false };
  const results: Value[] = [];
  while (results.length < MOST) {
    const known = [label.result, ...results];
    // Its own result is refuted: the first time any will do.
    const isFirst = results.length === 0;
    const asked = isFirst ? { ...label, result: undefined } : otherLabel(label, known);
    const found = whole.decide(withLabel(history, id, asked), isFirst ? type : maybeType(type));
    if (found === undefined || found === "violated") return { results, complete: found === "violated" };
    const fresh = resultsIn(whole, found, id).filter(
      (one) => !known.some((old) => equal(old, one)) && holdsWith(whole, id, one),
    );
    if (fresh.length === 0) break;
    results.push(...fresh.slice(0, MOST - results.length));
  }
  return { results, complete: false };
}

/** Whether the whole history holds with that result of the operation. */
export function holdsWith({ history, type, decide }: WholeHistory, id: number, result: Value): boolean {
  const found = decide(withLabel(history, id, { ...labelOf(history, id), result }), type);
  return found !== undefined && found !== "violated";
}

const withLabel = (history: History, id: number, label: Label): History => ({
  ...history,
  labels: [...history.labels, label],
  label: history.label.with(id, history.labels.length),
});

/** A state that an operation may have been called in, and what it returns from there. */
export interface PossibleState {
  readonly state: unknown;
  readonly result: Value;
}

/** What the operation may return where it stands in a witness. */
export function resultsIn(
  whole: Pick<WholeHistory, "history" | "type" | "initial">,
  witness: Witness,
  at: number,
): Value[] {
  const results: Value[] = [];
  for (const { result } of statesIn(whole, witness, at))
    if (!results.some((one) => equal(one, result))) results.push(result);
  return results;
}

/** The states that the operation may find where it stands: what it sees on its object is run before it. */
export function statesIn(
  { history, type, initial }: Pick<WholeHistory, "history" | "type" | "initial">,
  { linearization, visibility, sights }: Witness,
  at: number,
): PossibleState[] {
  const isRecorded = sights === "recorded" && history.sights !== undefined;
  const listed = isRecorded ? seenBy(history.sights, membersOf(history), at) : visibility?.[at];
  const seen = listed === undefined ? undefined : new Set(listed);
  const seesAll = !isRecorded && Object.keys(visibility ?? {}).length === 0;
  let states: unknown[] = [type.init(initial)];
  for (const id of linearization) {
    if (id === at) break;
    if (history.object[id] !== history.object[at] || seen?.has(id) === false) continue;
    const { method, args, result } = labelOf(history, id);
    const next = new Map<string | number, unknown>();
    // One who sees less than another need not agree with it on results.
    for (const state of states)
      for (const outcome of outcomes(type, state, { method, args }))
        if (!seesAll || result === undefined || equal(outcome.result, result))
          next.set(stateKey(type, outcome.state), outcome.state);
    states = [...next.values()].slice(0, MOST_STATES); // these are only candidates
  }
  const { method, args } = labelOf(history, at);
  return states.flatMap((state) =>
    outcomes(type, state, { method, args }).map(({ result }) => ({ state, result })),
  );
}

/** The alternatives as a violation lists them: those operations that have any. */
export function tellAlternatives(
  found: readonly { readonly id: number; readonly results: readonly Value[] }[],
): Pick<Violation, "alternatives"> {
  const some = found.filter(({ results }) => results.length > 0);
  if (some.length === 0) return {};
  return { alternatives: some.map(({ id, results }) => ({ operation: id, results })) };
}
