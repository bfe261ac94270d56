import type { Budget, Shortage } from "../budget.js";
import type { Invocation } from "../history/history.js";
import { createNumbers } from "../history/numbers.js";
import { canonical, compare, type Value } from "../history/value.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import type { Problem } from "../visibility/problem.js";

/** The outcomes of a program that some run of its operations one after another has, sorted. */
export interface OneOrderOutcomes {
  readonly found: readonly (readonly Value[])[];
  /** What ran out before all were found; `undefined` where these are all. */
  readonly shortage: Shortage | undefined;
}

/** The most configurations that are kept: beyond these, memory would be the price of speed. */
const MOST_CONFIGURATIONS = 200_000;

/** The results of an operation that has not run yet. */
const NOT_YET = -1;

/**
 * Runs the operations in every order that includes happens-before. Runs that have come to the same results and
 * the same state go on alike, so only the first of them does. The first outcome is there after one run.
 */
export function oneOrderOutcomes<Bits>(problem: Problem<Bits>, budget: Budget): OneOrderOutcomes {
  const { sets, size, before, type, labels, initial } = problem;
  const machine = createMachine(type, labels, initial);
  const found = new Map<string, readonly Value[]>();
  const met = new Set<string>();
  const open: { readonly done: Bits; readonly state: number; readonly results: readonly number[] }[] = [];
  const meet = (done: Bits, state: number, results: readonly number[], left: number): void => {
    const text = results.join();
    if (left === 0) {
      if (!found.has(text)) found.set(text, results.map(machine.value));
      return;
    }
    const key = `${text} ${state}`;
    if (met.has(key)) return;
    met.add(key);
    open.push({ done, state, results });
  };
  const answer = (shortage: Shortage | undefined): OneOrderOutcomes => ({
    found: [...found.values()].sort(compare),
    shortage,
  });
  meet(
    sets.empty,
    machine.initial,
    labels.map(() => NOT_YET),
    size,
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const shortage =
      budget.exceeded(met.size) ?? (met.size + found.size > MOST_CONFIGURATIONS ? "memory" : undefined);
    if (shortage !== undefined) return answer(shortage);
    const { done, state, results } = next;
    const left = size - sets.size(done) - 1;
    // Pushed last to first, so that sessions that come first run first.
    for (let operation = size - 1; operation >= 0; operation--) {
      if (sets.has(done, operation) || !sets.within(before[operation], done)) continue;
      const after = sets.union(done, sets.single(operation));
      for (const [successor, result] of machine.step(state, operation))
        meet(after, successor, results.with(operation, result), left);
    }
  }
  return answer(undefined);
}

/** A type run by number: states and results are small integers, every step is computed once. */
interface Machine {
  readonly initial: number;
  /** Each way in which the operation may go: the state after it, and its result. */
  step(state: number, operation: number): readonly (readonly [state: number, result: number])[];
  value(result: number): Value;
}

function createMachine(
  type: SequentialType,
  invocations: readonly Invocation[],
  initial: Value | undefined,
): Machine {
  const states = createNumbers<unknown>((state) => stateKey(type, state));
  const results = createNumbers<Value>(canonical);
  const steps = new Map<number, readonly (readonly [number, number])[]>();
  return {
    initial: states.of(type.init(initial)),
    step(state, operation) {
      const key = state * invocations.length + operation;
      let known = steps.get(key);
      if (known === undefined) {
        const ways = outcomes(type, states.items[state], invocations[operation]);
        known = ways.map((way) => [states.of(way.state), results.of(way.result)] as const);
        steps.set(key, known);
      }
      return known;
    },
    value: (result) => results.items[result],
  };
}
