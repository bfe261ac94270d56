import type { Budget, Shortage } from "../budget.js";
import { type History, labelOf } from "../history/history.js";
import { compare, equal, type Value } from "../history/value.js";
import { memoryAsWritten } from "../types/memory.js";
import { outcomes } from "../types/type.js";
import type { Problem } from "../visibility/problem.js";

/** What each operation of a program may return, sorted: no criterion admits more. */
export interface PossibleResults {
  readonly results: readonly (readonly Value[])[];
  /** What ran out before all were found; `undefined` where these are all. */
  readonly shortage: Shortage | undefined;
}

/**
 * What each operation may return after some of the others, in any order. Few before many: what an operation
 * can return it mostly returns after few others.
 */
export function possibleResults<Bits>(problem: Problem<Bits>, budget: Budget): PossibleResults {
  const { sets, size, execution, pure } = problem;
  const found: Value[][] = Array.from({ length: size }, () => []);
  const met = new Set<string>();
  const open: { readonly done: Bits; readonly state: number }[] = [];
  const meet = (done: Bits, state: number): void => {
    const key = `${sets.key(done)} ${state}`;
    if (met.has(key)) return;
    met.add(key);
    open.push({ done, state });
  };
  let shortage: Shortage | undefined;
  meet(sets.empty, execution.initial);
  for (let at = 0; at < open.length; at++) {
    shortage = budget.exceeded(met.size);
    if (shortage !== undefined) break;
    const { done, state } = open[at];
    for (let operation = 0; operation < size; operation++) {
      if (sets.has(done, operation)) continue;
      for (const result of execution.results(state, operation)) addTo(found[operation], result);
      const after = execution.next(state, operation);
      if (after >= 0 && !sets.has(pure, operation)) meet(sets.union(done, sets.single(operation)), after);
    }
  }
  return { results: found.map((results) => results.sort(compare)), shortage };
}

/** The same for shared memory: a read returns what its variable held at first, or what some write put there. */
export function possibleReads(program: History, initial: Value | undefined): PossibleResults {
  const start = memoryAsWritten.init(initial);
  const labels = Array.from({ length: program.size }, (_, id) => labelOf(program, id));
  const results = labels.map((label, id) => {
    const found = outcomes(memoryAsWritten, start, label).map(({ result }) => result);
    if (label.method === "read" || label.method === "exchange")
      labels.forEach(({ method, args }, other) => {
        const writes = method === "write" || method === "exchange";
        const same = program.object[other] === program.object[id] && equal(args[0], label.args[0]);
        if (writes && same && other !== id) addTo(found, args[1]);
      });
    return found.sort(compare);
  });
  return { results, shortage: undefined };
}

/** Adds a value to a list of different ones. */
function addTo(values: Value[], value: Value): void {
  if (!values.some((known) => equal(known, value))) values.push(value);
}
