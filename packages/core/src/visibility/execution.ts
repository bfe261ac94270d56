import type { Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import { createStepTable, UNKNOWN } from "./step-table.js";

/** The state of an object on which a visible operation cannot happen. */
export const IMPOSSIBLE = -1;

/**
 * Runs operations on a sequential type by number: states are small integers, every step is
 * computed once. Unlike the automaton of a linearization, a step here ignores what the operation
 * returned: an operation's result is explained by what it sees, not by who sees it (the axiom Ret
 * of CAV'18 Fig. 3: only the operation's own result must match).
 *
 * Types with several outcomes run in sets of states.
 */
export interface Execution {
  readonly initial: number;
  /** The state after the operation, whatever it returned; `IMPOSSIBLE` where it cannot happen. */
  next(state: number, operation: number): number;
  /** Whether the operation may return, in this state, what it returned. */
  explains(state: number, operation: number): boolean;
  /** The results that the operation may return in this state. */
  results(state: number, operation: number): readonly Value[];
}

/**
 * An execution of the operations with the given labels.
 *
 * @param merge gives each state one that stands for it and for others which nobody tells from it
 */
export function createExecution(
  type: SequentialType,
  labels: readonly Label[],
  initial: Value | undefined,
  merge: (state: unknown) => unknown = (state) => state,
): Execution {
  const numbers = new Map<string | number, number>();
  const members: (readonly unknown[])[] = [];
  const width = labels.length;
  const steps = createStepTable(width);
  let { first: table } = steps;

  const numberOf = (key: string | number, states: readonly unknown[]): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = members.length;
      numbers.set(key, number);
      members.push(states);
      steps.makeRoom(number);
      table = steps.first;
    }
    return number;
  };
  const intern = (states: readonly unknown[]): number => {
    if (states.length === 1) {
      const state = merge(states[0]);
      return numberOf(stateKey(type, state), [state]);
    }
    const byKey = new Map<string | number, unknown>();
    for (const each of states) {
      const state = merge(each);
      byKey.set(stateKey(type, state), state);
    }
    const keys = [...byKey.keys()];
    const key = keys.length === 1 ? keys[0] : JSON.stringify(keys.map(String).sort());
    return numberOf(key, [...byKey.values()]);
  };

  /** Twice the next state, and 1 more where the operation may return there what it returned. */
  const fill = (state: number, operation: number): number => {
    const { method, args, result } = labels[operation];
    const after: unknown[] = [];
    let explained = false;
    for (const possible of members[state])
      for (const outcome of outcomes(type, possible, { method, args })) {
        after.push(outcome.state);
        explained ||= result === undefined || equal(outcome.result, result);
      }
    const step = 2 * (after.length === 0 ? IMPOSSIBLE : intern(after)) + (explained ? 1 : 0);
    steps.set(state, operation, step);
    return step;
  };
  const stepOf = (state: number, operation: number): number => {
    const at = state * width + operation;
    const known = at < table.length ? table[at] : steps.get(state, operation);
    return known === UNKNOWN ? fill(state, operation) : known;
  };

  const first = intern([type.init(initial)]);
  return {
    initial: first,
    next(state, operation) {
      return state === IMPOSSIBLE ? IMPOSSIBLE : stepOf(state, operation) >> 1;
    },
    explains(state, operation) {
      return state !== IMPOSSIBLE && (stepOf(state, operation) & 1) === 1;
    },
    results(state, operation) {
      if (state === IMPOSSIBLE) return [];
      const { method, args } = labels[operation];
      return members[state].flatMap((possible) =>
        outcomes(type, possible, { method, args }).map(({ result }) => result),
      );
    },
  };
}
