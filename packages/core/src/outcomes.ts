import { type Budget, createBudget, Exhausted } from "./budget.js";
import { check, type CheckOptions } from "./check.js";
import { HistoryError } from "./history/error.js";
import { type History, isPending, labelOf } from "./history/history.js";
import { compare, equal, type Value } from "./history/value.js";
import { checkFit, resolveType } from "./plan/fit.js";
import type { Result } from "./result.js";
import type { SequentialType } from "./types/type.js";
import { type Problem, withProblem } from "./visibility/problem.js";

/** A program's results, in program order: operation `id` returned `results[id]`. */
export interface ProgramOutcome {
  readonly results: readonly Value[];
}

/** Which outcomes are admitted: the criterion, the type and the limits as for `check`. */
export type OutcomeOptions = Pick<
  CheckOptions,
  "type" | "initial" | "criterion" | "levels" | "axioms" | "order" | "limits"
>;

/**
 * Every outcome of a program that the criterion admits (POPL'19 Fig. 7), each once, sorted. The
 * program is a history whose results, if it has any, are ignored.
 *
 * Results are fixed one operation after another, and each beginning is kept only if `check` finds
 * some end for it: the results of the later operations are then unobserved, so any will do. So every
 * branch leads to an outcome, and the work grows with the number of outcomes, not with that of
 * linearizations and visibilities.
 *
 * Throws a `HistoryError` where program, type and criterion do not fit together, and `Exhausted`
 * when the limits are reached: what came before is right, but more may be missing.
 *
 * ```ts
 * const program = parseHistory("{ put(1,0); containsValue(0) } || { put(0,0); put(1,1) }");
 * for (const { results } of admittedOutcomes(program, { type: "map", criterion: "weak" })) …
 * ```
 */
export function* admittedOutcomes(
  program: History,
  options: OutcomeOptions = {},
): Generator<ProgramOutcome, void> {
  refusePending(program);
  const type = resolveType(program, options.type);
  const initial = options.initial === undefined ? program.initial : options.initial;
  const unobserved = withResults(program, []);
  checkFit(unobserved, type, initial);
  const budget = createBudget(options.limits);
  const candidates = possibleResults(unobserved, type, initial, budget);
  const admits = (results: readonly Value[]): boolean => {
    const asked = { ...options, type, verify: false, explain: false };
    const answer = check(withResults(program, results), asked);
    if (answer.verdict === "unknown") throw new Exhausted(answer.reason);
    return answer.verdict === "satisfied";
  };
  function* extend(results: readonly Value[]): Generator<ProgramOutcome, void> {
    if (results.length === program.size) {
      yield { results };
      return;
    }
    for (const result of candidates[results.length]) {
      const longer = [...results, result];
      if (admits(longer)) yield* extend(longer);
    }
  }
  yield* extend([]);
}

/**
 * Why the criterion admits an outcome (a linearization and visibilities that give it) or does not:
 * the answer of `check` for the program with these results.
 */
export function explainOutcome(
  program: History,
  outcome: readonly Value[],
  options: OutcomeOptions = {},
): Result {
  refusePending(program);
  if (outcome.length !== program.size)
    throw new HistoryError(
      `an outcome of this program has ${program.size} results, one for each operation: ${outcome.length} are given`,
    );
  return check(withResults(program, outcome), options);
}

function refusePending(program: History): void {
  for (let id = 0; id < program.size; id++)
    if (isPending(program, id))
      throw new HistoryError("an operation of a program must return: give it a return, or no times at all", [
        "operations",
        id,
      ]);
}

/** The program with these results of its first operations; those of the others are not observed. */
function withResults(program: History, results: readonly Value[]): History {
  const labels = Array.from({ length: program.size }, (_, id) => {
    const { method, args } = labelOf(program, id);
    return { method, args, result: id < results.length ? results[id] : undefined };
  });
  return { ...program, labels, label: Int32Array.from(labels, (_, id) => id) };
}

/** What each operation may return after some of the others, in any order: no criterion admits more. */
function possibleResults(
  program: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
): readonly (readonly Value[])[] {
  const ids = Array.from({ length: program.size }, (_, id) => id);
  return withProblem(program, type, initial, ids, "session", (problem) => resultsIn(problem, budget));
}

function resultsIn<Set>({ sets, size, execution, pure }: Problem<Set>, budget: Budget): Value[][] {
  const found: Value[][] = Array.from({ length: size }, () => []);
  const met = new globalThis.Set<string>();
  const open: { readonly done: Set; readonly state: number }[] = [];
  const meet = (done: Set, state: number): void => {
    const key = `${sets.key(done)} ${state}`;
    if (met.has(key)) return;
    met.add(key);
    open.push({ done, state });
  };
  meet(sets.empty, execution.initial);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const shortage = budget.exceeded(met.size);
    if (shortage !== undefined) throw new Exhausted(shortage);
    for (let operation = 0; operation < size; operation++) {
      if (sets.has(next.done, operation)) continue;
      const results = found[operation];
      for (const result of execution.results(next.state, operation))
        if (!results.some((known) => equal(known, result))) results.push(result);
      const after = execution.next(next.state, operation);
      if (after >= 0 && !sets.has(pure, operation))
        meet(sets.union(next.done, sets.single(operation)), after);
    }
  }
  return found.map((results) => results.sort(compare));
}
