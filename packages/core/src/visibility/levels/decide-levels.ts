import { type Budget, Exhausted, orExhausted } from "../../budget.js";
import { createSolver, type Solution, type Solved } from "./create-solver.js";
import { createMeter, type Meter, withoutTurns } from "../meter.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { neverExplained, projections, unexplainedAlone } from "./refute.js";
import { refinedTask } from "./refined-task.js";
import { hintedTask, literalTask, type SearchTask } from "./search-task.js";

/**
 * Decides whether every operation can have its level (a number of `LEVEL` for each operation; POPL'19
 * Fig. 6, word for word, for any mixture of levels) by one search for a linearization and visible
 * sets; see `createSolver` for how. For any number of operations.
 *
 * @param refined whether to look first which states and orders make no difference (`refinedTask`)
 */
export function searchLevels<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  budget: Budget,
  refined = false,
): VisibilityFound<Bits> {
  if (problem.cyclic) return { verdict: "violated", states: 0 };
  const meter = createMeterFor(problem, budget);
  /** Without turns no search pauses. */
  const solve = (task: SearchTask<Bits>): Solution<Bits> | undefined => {
    const solved = createSolver(task, meter)();
    if (solved === "paused") throw new Error("a search without turns stopped");
    return solved;
  };
  return orExhausted<VisibilityFound<Bits>>(
    () => {
      const hinted = hintedTask(problem, levels, meter);
      const solved = solve(refined ? refinedTask(problem, hinted, meter) : hinted);
      if (solved === undefined || isReplayed(problem, solved, meter)) return foundBy({ solved }, meter);
      return foundBy({ solved: solve(literalTask(problem, levels)) }, meter);
    },
    (reason) => ({ verdict: "unknown", reason, states: meter.states }),
  );
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
  return withoutTurns(levelsInTurns(problem, levels, createMeterFor(problem, budget)));
}

/** A meter for searches of the problem: large sets take longer. */
export const createMeterFor = <Bits>({ size, sets }: Problem<Bits>, budget: Budget): Meter =>
  createMeter(budget, sets.weight(size));

/** The same in turns: it yields when the meter says that its turn is over, and then goes on from where it was. */
export function* levelsInTurns<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  meter: Meter,
): Generator<void, VisibilityFound<Bits>> {
  if (problem.cyclic) return { verdict: "violated", states: 0 };
  try {
    return foundBy(yield* searchInRounds(problem, levels, meter), meter);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    return { verdict: "unknown", reason: error.shortage, states: meter.states };
  }
}

function* searchInRounds<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  meter: Meter,
): Generator<void, Decided<Bits>> {
  const hinted = hintedTask(problem, levels, meter);
  let whole = hinted;
  let solver = createSolver(whole, meter);
  let isLiteral = false;
  let parts: readonly Part<Bits>[] | undefined;
  let states = FIRST_STATES;
  const searchInstead = (task: SearchTask<Bits>): void => {
    whole = task;
    solver = createSolver(task, meter);
  };
  for (let round = FIRST_ROUND + PER_OPERATION * problem.size; ; round *= GROWTH) {
    const solved = yield* solveWithin(solver, meter, round);
    if (solved === undefined) return {};
    if (solved !== "undecided") {
      if (isLiteral || isReplayed(problem, solved, meter)) return { solved };
      searchInstead(literalTask(problem, levels));
      isLiteral = true;
    } else if (whole === hinted && parts !== undefined) searchInstead(refinedTask(problem, hinted, meter));
    if (states <= MOST_STATES) {
      const unexplained = neverExplained(hinted, meter, states);
      if (unexplained >= 0) return { unexplained };
      states *= STATES_GROWTH;
    }
    if (parts === undefined) {
      const unexplained = unexplainedAlone(hinted, meter);
      if (unexplained >= 0) return { unexplained };
      parts = projections(hinted).map((task) => ({ task, solver: createSolver(task, meter) }));
    }
    const undecided: Part<Bits>[] = [];
    for (const part of parts) {
      const answer = yield* solveWithin(part.solver, meter, round / SHARE);
      if (answer === undefined) return unexplainedIn(part.task);
      if (answer === "undecided") undecided.push(part);
    }
    parts = undecided;
  }
}

/** A part of the problem that may refute it, and the search of it. */
interface Part<Bits> {
  readonly task: SearchTask<Bits>;
  readonly solver: () => Solved<Bits>;
}

/** What was decided: solved, or not and perhaps on account of one operation. */
interface Decided<Bits> {
  readonly solved?: Solution<Bits> | undefined;
  readonly unexplained?: number;
}

const foundBy = <Bits>({ solved, ...why }: Decided<Bits>, { states }: Meter): VisibilityFound<Bits> =>
  solved === undefined
    ? { verdict: "violated", ...why, states }
    : { verdict: "satisfied", ...solved, states };

/** The solution, `undefined` where there is none, or "undecided" after so many configurations. */
function* solveWithin<Bits>(
  solver: () => Solved<Bits>,
  meter: Meter,
  configurations: number,
): Generator<void, Solution<Bits> | undefined | "undecided"> {
  meter.allow(configurations);
  for (;;) {
    try {
      const solved = solver();
      if (solved !== "paused") return solved;
    } catch (error) {
      if (error instanceof Exhausted && !meter.isSpent()) return "undecided";
      throw error;
    }
    yield;
  }
}

function unexplainedIn<Bits>({ sets, obligations }: SearchTask<Bits>): Decided<Bits> {
  return sets.size(obligations) === 1 ? { unexplained: sets.first(obligations) } : {};
}

/** Whether each result follows when all that the operation sees is run, one after another, word for word. */
export function isReplayed<Bits>(
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
