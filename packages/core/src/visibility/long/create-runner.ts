import type { Label } from "../../history/history.js";
import { equal, type Value } from "../../history/value.js";
import { type Outcome, type SequentialType, stateKey } from "../../types/type.js";

/** Thrown where an operation may lead to too many states, or none: then a view is not one that can be followed. */
export class SeveralOutcomes extends Error {
  override readonly name = "SeveralOutcomes";
}

/** The states that what is seen may have led to, where they are several or none. */
class States {
  constructor(readonly all: readonly unknown[]) {}
}

/** A type run step by step. */
export interface Runner {
  /** The type, whose states are those of the runner. */
  readonly type: SequentialType;
  /** The state after the label. Throws `SeveralOutcomes` where there is none, or too many. */
  next(state: unknown, label: Label): unknown;
  /** Whether the label returns, in this state, what it returned. */
  explains(state: unknown, label: Label): boolean;
  resultIn(state: unknown, label: Label): Value;
  /** Whether some operations cannot happen in some states: then each matters to all that see it, whatever they ask. */
  readonly isPartial: boolean;
}

/** More states than this are not followed. */
const MOST_STATES = 64;

/**
 * Runs a type. Where an operation may go several ways all are followed, since levels ask of each operation by itself
 * that one of the runs of what it sees explains it; of one order (`complete`) one run must explain all results, and
 * there it gives up.
 */
export function createRunner(type: SequentialType, labels: readonly Label[], isFollowing: boolean): Runner {
  const step = (state: unknown, { method, args }: Label): readonly Outcome<unknown>[] => {
    const stepped = type.step(state, { method, args });
    return Array.isArray(stepped) ? (stepped as Outcome<unknown>[]) : [stepped as Outcome<unknown>];
  };
  const outcomesOf = (state: unknown, label: Label): readonly Outcome<unknown>[] =>
    state instanceof States ? state.all.flatMap((one) => step(one, label)) : step(state, label);
  // Elsewhere an operation that tells nothing can happen in any state, and is not even run.
  const isPartial = mayBeImpossible(type, labels, step);
  return {
    type: { ...type, key: (state) => keyOf(type, state) },
    isPartial,
    next(state, label) {
      const found = outcomesOf(state, label);
      if (found.length === 1) return found[0].state;
      if (found.length === 0 && !isPartial) throw new SeveralOutcomes();
      const all = [...new Map(found.map((one) => [stateKey(type, one.state), one.state])).values()];
      if (all.length === 1) return all[0];
      if (!isFollowing || all.length > MOST_STATES) throw new SeveralOutcomes();
      return new States(all);
    },
    explains(state, label) {
      const { result } = label;
      if (result === undefined) return !isPartial || outcomesOf(state, label).length > 0;
      return outcomesOf(state, label).some((one) => one.result === result || equal(one.result, result));
    },
    resultIn(state, label) {
      const [first] = outcomesOf(state, label);
      if (first === undefined) throw new SeveralOutcomes();
      return first.result;
    },
  };
}

const keyOf = (type: SequentialType, state: unknown): string | number =>
  state instanceof States
    ? `{${state.all
        .map((one) => String(stateKey(type, one)))
        .sort()
        .join("|")}}`
    : stateKey(type, state);

/**
 * Whether some method has no outcome at first, or after another: then it is asked wherever it is placed. A user's type
 * is not run in states that nobody asked about.
 */
function mayBeImpossible(
  type: SequentialType,
  labels: readonly Label[],
  step: (state: unknown, label: Label) => readonly Outcome<unknown>[],
): boolean {
  if (type.ofUser === true) return false;
  const start = type.init();
  const some = [...new Map(labels.map((label) => [label.method, label])).values()];
  return some.some((first) => {
    const after = step(start, first);
    return (
      after.length === 0 || after.some(({ state }) => some.some((next) => step(state, next).length === 0))
    );
  });
}
