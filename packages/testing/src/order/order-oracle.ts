import { type History, labelOf } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { choicesOfPresent } from "../history/choices-of-present.js";

/** The two criteria that ask for one order of all operations. */
export type OrderCriterion = "linearizability" | "sequential";

/** Is the history linearizable? The literal definition: slow and obvious, for up to 7 or 8 operations. */
export function linearizable(history: History, type: SequentialType, initial?: Value): boolean {
  return satisfies(history, type, "linearizability", initial);
}

/** Is the history sequentially consistent? The literal definition, as `linearizable`. */
export function sequentiallyConsistent(history: History, type: SequentialType, initial?: Value): boolean {
  return satisfies(history, type, "sequential", initial);
}

/** Does any order explain the history? */
export function satisfies(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  initial?: Value,
): boolean {
  return explanations(history, type, criterion, initial).next().done !== true;
}

/**
 * Every order that explains the history, found by trying everything: each choice of pending
 * operations that took effect, and each permutation of the operations then present which extends
 * the orders that bind and in which every operation may return what it returned. A type with
 * several outcomes may explain an order in several ways; the order then appears several times.
 */
export function* explanations(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  initial: Value | undefined = history.initial,
): Generator<readonly number[]> {
  const precedes = bindingOrder(history, criterion);
  if (precedes.some((row, id) => row[id])) return; // the orders contradict each other
  for (const present of choicesOfPresent(history)) {
    const states = history.objects.map((): unknown => type.init(initial));
    yield* extend(history, type, precedes, present, [], states);
  }
}

/**
 * `precedes[a][b]`: a must come before b where both take effect. The orders are closed together,
 * transitively through all operations, so also through pending ones that never took effect.
 */
export function bindingOrder(history: History, criterion: OrderCriterion): boolean[][] {
  const { size, session, happensBefore, timed, call, ret } = history;
  const ids = Array.from({ length: size }, (_, id) => id);
  const precedes = ids.map((a) => ids.map((b) => session[a] === session[b] && a < b));
  for (let i = 0; i < happensBefore.length; i += 2) precedes[happensBefore[i]][happensBefore[i + 1]] = true;
  if (criterion === "linearizability" && timed)
    for (const a of ids) for (const b of ids) if (ret[a] < call[b]) precedes[a][b] = true;
  for (const via of ids)
    for (const a of ids) for (const b of ids) if (precedes[a][via] && precedes[via][b]) precedes[a][b] = true;
  return precedes;
}

/** All ways to go on from a prefix, by plain backtracking; `states` holds one state per object. */
function* extend(
  history: History,
  type: SequentialType,
  precedes: readonly boolean[][],
  present: readonly number[],
  prefix: readonly number[],
  states: readonly unknown[],
): Generator<readonly number[]> {
  if (prefix.length === present.length) yield prefix;
  for (const id of present) {
    if (prefix.includes(id)) continue;
    if (present.some((other) => precedes[other][id] && !prefix.includes(other))) continue;
    const { method, args, result } = labelOf(history, id);
    const object = history.object[id];
    for (const outcome of outcomes(type, states[object], { method, args }))
      if (result === undefined || equal(outcome.result, result))
        yield* extend(history, type, precedes, present, [...prefix, id], states.with(object, outcome.state));
  }
}
