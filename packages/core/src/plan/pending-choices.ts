import type { History } from "../history/history.js";
import { labelOf, mayBeAbsent } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import type { OrderName } from "../criteria/order-name.js";
import { membersOf, seenBy } from "../history/sights.js";
import { type Problem, splitPending, withProblem } from "../visibility/problem.js";

/** The problem of one choice, for whatever representation of sets it has. */
export type WithProblem = <Answer>(use: <Bits>(problem: Problem<Bits>) => Answer) => Answer;

/** The problems of a history: one for each choice of the pending operations that took effect. */
export interface PendingChoices {
  /** How many choices there are, at most; `Infinity` beyond what anyone counts. */
  readonly count: number;
  /**
   * No pending operation, then all of them, then the other choices, those of few operations first.
   * The problems of the first two are kept for later rounds.
   */
  choices(): Generator<WithProblem>;
}

/**
 * A pending operation may have taken effect or not: a history satisfies a visibility criterion when
 * some choice does. One that changes no state (the type's `pure` hint) need not be tried: what a
 * criterion asks of the others only grows with what is there. But what is known to have been seen was there.
 */
export function pendingChoices(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  order: OrderName,
): PendingChoices {
  const { certain, optional } = splitPending(history);
  const seen = optional.length === 0 ? new Set<number>() : seenByAny(history);
  const updates = optional.filter((id) => {
    const { method, args } = labelOf(history, id);
    return seen.has(id) || type.pure?.({ method, args, result: undefined }) !== true;
  });
  const problemOf = (chosen: readonly number[]): WithProblem => {
    const ids = [...certain, ...chosen].sort((a, b) => a - b);
    return withProblem<WithProblem>(history, type, initial, ids, order, (problem) => (use) => use(problem));
  };
  const kept: WithProblem[] = [];
  return {
    count: updates.length > 50 ? Infinity : 2 ** updates.length,
    *choices() {
      yield (kept[0] ??= problemOf([]));
      if (updates.length > 0) yield (kept[1] ??= problemOf(updates));
      for (let size = 1; size < updates.length; size++)
        for (const chosen of subsetsOfSize(updates, size)) yield problemOf(chosen);
    },
  };
}

/** The operations that may be absent, and that someone is known to have seen. */
function seenByAny(history: History): ReadonlySet<number> {
  const { sights } = history;
  const seen = new Set<number>();
  if (sights === undefined) return seen;
  const members = membersOf(history);
  for (let id = 0; id < history.size; id++)
    for (const other of seenBy(sights, members, id)) if (mayBeAbsent(history, other)) seen.add(other);
  return seen;
}

/** All choices of `size` of the items, in lexicographic order. */
function* subsetsOfSize(items: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= items.length - size; first++)
    for (const rest of subsetsOfSize(items, size - 1, first + 1)) yield [items[first], ...rest];
}
