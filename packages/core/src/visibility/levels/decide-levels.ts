import { type Budget, Exhausted, orExhausted } from "../../budget.js";
import { type Solution, solve } from "./solve.js";
import { createMeter, type Meter } from "../meter.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { neverExplained, projections, unexplainedAlone } from "./refute.js";
import { refinedTask } from "./refined-task.js";
import { hintedTask, literalTask, type SearchTask } from "./search-task.js";

/**
 * Decides whether every operation can have its level (a number of `LEVEL` for each operation; POPL'19
 * Fig. 6, word for word, for any mixture of levels) by one search for a linearization and visible
 * sets; see `solve` for how. For any number of operations.
 *
 * @param refined whether to look first which states and orders make no difference (`refinedTask`)
 */
export function searchLevels<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  budget: Budget,
  refined = false,
): VisibilityFound<Bits> {
  const meter = createMeter(budget);
  return decide(problem, meter, () => {
    const hinted = hintedTask(problem, levels);
    const solved = solve(refined ? refinedTask(problem, hinted, meter) : hinted, meter);
    if (solved === undefined || isReplayed(problem, solved, meter)) return { solved };
    return { solved: solve(literalTask(problem, levels), meter) };
  });
}

/** The configurations of the first round of `decideLevels`, and more for each operation: enough if all goes well. */
const FIRST_ROUND = 256;
const PER_OPERATION = 4;
/** What a part may visit of what the whole may: one over this. */
const SHARE = 4;
/** How much more each round may visit. */
const GROWTH = 8;
/** The states to look at for a result that never comes, in the first round and at most; and how many more in each. */
const [FIRST_STATES, MOST_STATES, STATES_GROWTH] = [64, 1024, 16];

/**
 * Decides the same as `searchLevels`, and sooner where a small part of the problem shows why not: it
 * searches for a short while, then asks whether some results alone can be explained (`neverExplained`,
 * `unexplainedAlone`, `projections`), then searches for longer, and so on. A part that fails refutes the
 * whole, and names the operation that nothing explains where it is about one. From the third round on
 * states and orders that make no difference are taken for one (`refinedTask`).
 */
export function decideLevels<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  budget: Budget,
): VisibilityFound<Bits> {
  const meter = createMeter(budget);
  return decide(problem, meter, () => {
    const hinted = hintedTask(problem, levels);
    let whole = hinted;
    let isLiteral = false;
    let parts: readonly SearchTask<Bits>[] | undefined;
    let states = FIRST_STATES;
    for (let round = FIRST_ROUND + PER_OPERATION * problem.size; ; round *= GROWTH) {
      const solved = solveWithin(whole, meter, round);
      if (solved === undefined) return {};
      if (solved !== "undecided") {
        if (isLiteral || isReplayed(problem, solved, meter)) return { solved };
        whole = literalTask(problem, levels);
        isLiteral = true;
      } else if (whole === hinted && parts !== undefined) whole = refinedTask(problem, hinted, meter);
      if (states <= MOST_STATES) {
        const unexplained = neverExplained(hinted, meter, states);
        if (unexplained >= 0) return { unexplained };
        states *= STATES_GROWTH;
      }
      if (parts === undefined) {
        const unexplained = unexplainedAlone(hinted, meter);
        if (unexplained >= 0) return { unexplained };
        parts = projections(hinted);
      }
      const undecided: SearchTask<Bits>[] = [];
      for (const part of parts) {
        const answer = solveWithin(part, meter, round / SHARE);
        if (answer === undefined) return unexplainedIn(part);
        if (answer === "undecided") undecided.push(part);
      }
      parts = undecided;
    }
  });
}

/** What was decided: solved, or not and perhaps on account of one operation. */
interface Decided<Bits> {
  readonly solved?: Solution<Bits> | undefined;
  readonly unexplained?: number;
}

function decide<Bits>(
  problem: Problem<Bits>,
  meter: Meter,
  search: () => Decided<Bits>,
): VisibilityFound<Bits> {
  if (problem.cyclic) return { verdict: "violated", states: 0 };
  return orExhausted<VisibilityFound<Bits>>(
    () => {
      const { solved, ...why } = search();
      const { states } = meter;
      return solved === undefined
        ? { verdict: "violated", ...why, states }
        : { verdict: "satisfied", ...solved, states };
    },
    (reason) => ({ verdict: "unknown", reason, states: meter.states }),
  );
}

/** The solution, `undefined` where there is none, or "undecided" after so many configurations. */
function solveWithin<Bits>(
  task: SearchTask<Bits>,
  meter: Meter,
  configurations: number,
): Solution<Bits> | undefined | "undecided" {
  meter.allow(configurations);
  try {
    return solve(task, meter);
  } catch (error) {
    if (error instanceof Exhausted && !meter.isSpent()) return "undecided";
    throw error;
  }
}

function unexplainedIn<Bits>({ sets, obligations }: SearchTask<Bits>): Decided<Bits> {
  return sets.size(obligations) === 1 ? { unexplained: sets.first(obligations) } : {};
}

/** Whether each result follows when all that the operation sees is run, one after another, word for word. */
function isReplayed<Bits>(
  { sets, execution }: Problem<Bits>,
  { linearization, visible }: Solution<Bits>,
  meter: Meter,
): boolean {
  return linearization.every((operation, at) => {
    let state = execution.initial;
    for (let earlier = 0; earlier < at; earlier++)
      if (sets.has(visible[operation], linearization[earlier]))
        state = execution.next(state, linearization[earlier]);
    meter.work(at);
    return execution.explains(state, operation);
  });
}
