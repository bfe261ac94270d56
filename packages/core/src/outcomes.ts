import { type Bounds, type Budget, createBudget, Exhausted, orExhausted } from "./budget.js";
import type { CheckOptions } from "./ask/check-options.js";
import { checkWithin } from "./check.js";
import { type CriterionSpec, resolveCriterion } from "./criteria/criterion.js";
import { HistoryError } from "./history/error.js";
import { type History, isPending, labelOf, mayBeAbsent } from "./history/history.js";
import { canonical, compare, equal, type Value } from "./history/value.js";
import { boundsOf } from "./limits.js";
import { oneOrderOutcomes } from "./outcomes/one-order.js";
import { possibleReads, possibleResults } from "./outcomes/possible-results.js";
import { checkFit, resolveType } from "./ask/fit.js";
import type { Result } from "./result.js";
import { refuseUnknown } from "./text/refuse-unknown.js";
import { memory, memoryAsWritten } from "./types/memory.js";
import type { OrderName } from "./criteria/order-name.js";
import { withProblem } from "./visibility/problem.js";

/** A program's results, in program order: operation `id` returned `results[id]`. */
export interface ProgramOutcome {
  readonly results: readonly Value[];
}

/** Which outcomes are admitted: the criterion, the type and the limits as for `check`. */
export type OutcomeOptions = Pick<
  CheckOptions,
  "type" | "initial" | "criterion" | "levels" | "axioms" | "order" | "limits"
>;

const optionNames = Object.keys({
  type: true,
  initial: true,
  criterion: true,
  levels: true,
  axioms: true,
  order: true,
  limits: true,
} satisfies Record<keyof OutcomeOptions, true>);

/**
 * Every outcome of a program that the criterion admits (POPL'19 Fig. 7), each once, sorted. The
 * program is a history whose results, if it has any, are ignored.
 *
 * First come the runs of one operation after another, which are quick to list: every criterion admits what they
 * return, and those of one order admit no more. For the others results are fixed one operation after another,
 * and each beginning is kept only if such a run has it or `check` finds some end for it: the results of the
 * later operations are then unobserved, so any will do. So every branch leads to an outcome, and the
 * work grows with the number of outcomes, not with that of linearizations and visibilities.
 *
 * Throws a `HistoryError` where program, type and criterion do not fit together or an option is unknown, and `Exhausted`
 * when the limits are reached: what came before is right, but more may be missing.
 *
 * ```ts
 * const program = parseHistory("{ put(1,0); containsValue(0) } || { put(0,0); put(1,1) }");
 * for (const { results } of admittedOutcomes(program, { type: "map", criterion: "weak" })) …
 * ```
 */
export function admittedOutcomes(
  program: History,
  options: OutcomeOptions = {},
): Generator<ProgramOutcome, void> {
  const { asked, bounds } = within(options);
  return outcomesWithin(program, asked, bounds);
}

/** The options, checked, with the limits from now on. */
function within(options: OutcomeOptions): {
  readonly asked: Omit<OutcomeOptions, "limits">;
  readonly bounds: Bounds;
} {
  refuseUnknown("option", options, optionNames);
  const { limits, ...asked } = options;
  return { asked, bounds: boundsOf(limits) };
}

function* outcomesWithin(
  program: History,
  options: Omit<OutcomeOptions, "limits">,
  bounds: Bounds,
): Generator<ProgramOutcome, void> {
  refusePending(program);
  const type = resolveType(program, options.type);
  const initial = options.initial === undefined ? program.initial : options.initial;
  const unobserved = withResults(program, []);
  checkFit(unobserved, type, initial);
  const budget = createBudget(bounds);
  if (bounds.cancelled?.() === true) throw new Exhausted("cancelled");
  const admits = (results: readonly Value[]): boolean => {
    const shortage = budget.exceeded(0);
    if (shortage !== undefined) throw new Exhausted(shortage);
    const asked = { ...options, type, bounds, verify: false, explain: false };
    const answer = checkWithin(withResults(program, results), asked);
    if (answer.verdict === "unknown") throw new Exhausted(answer.reason);
    return answer.verdict === "satisfied";
  };
  // Refuses what does not fit the criterion. A program that cannot run to its end has no outcome.
  if (
    !orExhausted(
      () => admits([]),
      () => true,
    )
  )
    return;

  const spec = resolveCriterion(options, program);
  const ids = Array.from({ length: program.size }, (_, id) => id);
  const asWritten = type === memory ? memoryAsWritten : type;
  const sequential = withProblem(unobserved, asWritten, initial, ids, orderOf(spec), (problem) =>
    oneOrderOutcomes(problem, shareOf(budget, 1 / 2)),
  );
  if (sequential.shortage === undefined && isOfOneOrder(spec)) {
    for (const results of sequential.found) yield { results };
    return;
  }
  const possible =
    type === memory
      ? possibleReads(program, initial)
      : withProblem(unobserved, type, initial, ids, "session", (problem) =>
          possibleResults(problem, shareOf(budget, 1 / 2)),
        );
  const candidates = ids.map((id) => {
    const seen = sequential.found.map((results) => results[id]);
    return distinct([...possible.results[id], ...seen]);
  });

  /** Those that begin with these results; of `sequential.found`, the ones from `from` to `to` do. */
  function* extend(results: readonly Value[], from: number, to: number): Generator<readonly Value[], void> {
    const id = results.length;
    if (id === program.size) yield results;
    else
      for (const result of candidates[id]) {
        let end = from;
        while (end < to && equal(sequential.found[end][id], result)) end++;
        const longer = [...results, result];
        if (end > from || admits(longer)) yield* extend(longer, from, end);
        from = end;
      }
  }

  let last: readonly Value[] | undefined;
  try {
    for (const results of extend([], 0, sequential.found.length)) {
      last = results;
      yield { results };
    }
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    // Everything up to the last outcome is there: of the others, those that are known at least.
    for (const results of sequential.found)
      if (last === undefined || compare(results, last) > 0) yield { results };
    throw error;
  }
  if (possible.shortage !== undefined) throw new Exhausted(possible.shortage);
}

/** Whether the criterion admits what runs of one operation after another return, and no more. */
const isOfOneOrder = ({ kind, name }: CriterionSpec): boolean =>
  kind === "sequential" || kind === "linearizability" || name === "sc";

/** Which orders make up happens-before. */
function orderOf(spec: CriterionSpec): OrderName {
  if (spec.kind === "levels" || spec.kind === "axioms") return spec.order;
  return spec.kind === "linearizability" ? "realtime" : "session";
}

/** A budget of which the time is this share of what is left. */
function shareOf({ limits }: Budget, share: number): Budget {
  if (limits.deadline === undefined) return createBudget(limits);
  const now = performance.now();
  return createBudget({ ...limits, deadline: now + share * (limits.deadline - now) });
}

/** The different ones among the values, sorted. */
function distinct(values: readonly Value[]): readonly Value[] {
  const byText = new Map(values.map((value) => [canonical(value), value]));
  return [...byText.values()].sort(compare);
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
      "SL1010",
      `an outcome of this program has ${program.size} results, one for each operation: ${outcome.length} are given`,
    );
  const { asked, bounds } = within(options);
  return checkWithin(withResults(program, outcome), { ...asked, bounds });
}

function refusePending(program: History): void {
  const told = program.sights?.known.indexOf(1) ?? -1;
  if (told >= 0)
    throw new HistoryError(
      "SL1010",
      "an operation of a program may see anything: it cannot tell what it saw",
      ["operations", told],
    );
  for (let id = 0; id < program.size; id++)
    if (mayBeAbsent(program, id))
      throw new HistoryError(
        "SL1010",
        isPending(program, id)
          ? "an operation of a program must return: give it a return, or no times at all"
          : "an operation of a program must take effect: it cannot be optional",
        ["operations", id],
      );
}

/** The program with these results of its first operations; those of the others are not observed. */
function withResults(program: History, results: readonly Value[]): History {
  const labels = Array.from({ length: program.size }, (_, id) => {
    const { method, args } = labelOf(program, id);
    return { method, args, result: id < results.length ? results[id] : undefined };
  });
  return { ...program, labels, label: Int32Array.from(labels, (_, id) => id) };
}
