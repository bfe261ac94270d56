import { type Budget, Exhausted, withStates } from "../budget.js";
import type { AxiomModel } from "../criteria/axioms/model.js";
import { modelOfLevels } from "../criteria/axioms/model-of-levels.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { levelOf } from "../criteria/level-map.js";
import type { Label } from "../history/history.js";
import type { Witness } from "../result.js";
import type { Verdict } from "../verdict.js";
import { axiomsInTurns } from "../visibility/axioms/search-axioms.js";
import { levelsInTurns } from "../visibility/levels/decide-levels.js";
import { createMeter, type Meter } from "../visibility/meter.js";
import { minimalVisibility } from "../visibility/papers/minimal.js";
import { levelsModel } from "../visibility/papers/model.js";
import { naiveVisibility } from "../visibility/papers/naive.js";
import { visearch } from "../visibility/papers/visearch.js";
import { type Problem, setsFor, type VisibilityFound } from "../visibility/problem.js";
import { decideReplicated } from "../visibility/replicated/decide-replicated.js";
import type { Decision, NoOrder } from "./decision.js";
import type { ExactSearch } from "./in-turns.js";
import { levelNumbers } from "./level-numbers.js";
import { pendingChoices } from "./pending-choices.js";
import { visibilityWitness } from "./visibility-witness.js";
import type { VisibilityCriterion, VisibilityQuestion } from "./visibility.js";

/**
 * The search of all choices of the pending operations that took effect, one after another: for levels and axioms ours,
 * which can be interrupted, or a paper's, which cannot.
 */
export function exactVisibility(question: VisibilityQuestion, budget: Budget): ExactSearch {
  const { size } = question.history;
  const meter = createMeter(budget, setsFor(size).weight(size));
  const searching = searchChoices(question, budget, meter);
  let last: Decision | undefined;
  return {
    resume(steps, states) {
      // A search that ended for want of states has nothing more to say, however often it is asked.
      if (last !== undefined) return last;
      meter.takeTurn(steps, states);
      const step = searching.next();
      if (step.done === true) return (last = step.value);
      return {
        verdict: "unknown",
        reason: "states",
        established: "",
        algorithm: nameOf(question),
        states: meter.states,
        parts: 1,
      };
    },
  };
}

function* searchChoices(
  question: VisibilityQuestion,
  budget: Budget,
  meter: Meter,
): Generator<void, Decision> {
  const { history, type, initial, criterion } = question;
  const search = searchFor(question, meter);
  const { choices, count } = question.choices ?? pendingChoices(history, type, initial, criterion.order);
  const summary = { algorithm: nameOf(question), parts: 1 };
  let states = 0;
  let refuted = 0;
  let stuck: number | undefined;
  for (const withProblem of choices()) {
    const left = remaining(budget, states);
    const found = yield* withProblem((problem) => inIds(problem, search(problem, left), meter));
    states += found.states;
    if (found.verdict === "satisfied") return { ...found, ...summary, states };
    if (found.verdict === "unknown")
      return { ...found, established: establishedBy(refuted, count), ...summary, states };
    refuted++;
    stuck = refuted === 1 ? found.stuck : undefined;
  }
  const ids = Array.from({ length: history.size }, (_, id) => id);
  return { verdict: "violated", ids, ...(stuck !== undefined && { stuck }), ...summary, states };
}

type Search = <Bits>(problem: Problem<Bits>, budget: Budget) => Generator<void, VisibilityFound<Bits>>;

/** The search for the criterion: ours, or a paper's. */
function searchFor(question: VisibilityQuestion, meter: Meter): Search {
  const { history, type, criterion, algorithm } = question;
  // The search for levels takes every update for one that may be seen.
  if (type.replicated === undefined && (criterion.kind === "axioms" || history.sights !== undefined))
    return (problem, budget) => axiomsInTurns(problem, modelFor(criterion, problem), budget, meter);
  if (
    type.replicated === undefined &&
    criterion.kind === "levels" &&
    ["auto", "visibility"].includes(algorithm)
  ) {
    const { levels } = criterion;
    return (problem) => levelsInTurns(problem, levelNumbers(problem, levels), meter);
  }
  const search = searchAtOnce(question);
  // oxlint-disable-next-line require-yield
  return function* (problem, budget) {
    const found = search(problem, budget);
    return { ...found, states: meter.states + found.states };
  };
}

type SearchAtOnce = <Bits>(problem: Problem<Bits>, budget: Budget) => VisibilityFound<Bits>;

/** A search that cannot be interrupted: a paper's, or that of a replicated type. */
function searchAtOnce({ type, criterion, algorithm, pruning }: VisibilityQuestion): SearchAtOnce {
  if (type.replicated !== undefined || criterion.kind === "axioms") return searchReplicated(criterion);
  const { levels } = criterion;
  const model = <Bits>(problem: Problem<Bits>) => levelsModel(problem, levelNumbers(problem, levels));
  switch (algorithm) {
    case "naive-visibility":
      return (problem, budget) => naiveVisibility(problem, model(problem), budget);
    case "naive-visibility-jit":
      return (problem, budget) => naiveVisibility(problem, model(problem), budget, { linearize: "jit" });
    case "minimal-visibility":
      return (problem, budget) => minimalVisibility(problem, model(problem), budget);
    case "minimal-visibility-jit":
      return (problem, budget) => minimalVisibility(problem, model(problem), budget, { linearize: "jit" });
    case "visearch":
      return (problem, budget) => visearch(problem, model(problem), budget, { pruning });
    default:
      throw new Error(`no algorithm ${algorithm} for levels`);
  }
}

/** The search for a type that is no run of what is seen, by the axioms of the criterion. */
function searchReplicated(criterion: VisibilityCriterion): SearchAtOnce {
  return (problem, budget) => {
    const { replicated } = problem.type;
    if (replicated === undefined) throw new Error(`${problem.type.name} is not replicated`);
    return decideReplicated(problem, replicated, modelFor(criterion, problem), budget);
  };
}

/** The criterion as axioms: those that it says, or those of its levels. */
export function modelFor(
  criterion: VisibilityCriterion,
  { labels }: { readonly labels: readonly Label[] },
): AxiomModel {
  if (criterion.kind === "axioms") return parseAxioms(criterion.axioms);
  return modelOfLevels(
    (method) => levelOf(criterion.levels, method),
    labels.map(({ method }) => method),
  );
}

function nameOf({ history, type, algorithm, criterion }: VisibilityQuestion): string {
  if (type.replicated !== undefined) return "replicated";
  if (algorithm !== "auto" && algorithm !== "visibility") return algorithm;
  return criterion.kind === "levels" && history.sights === undefined ? "visibility" : "axioms";
}

/** What is left of a bound on states after some have been visited. */
function remaining(budget: Budget, states: number): Budget {
  const { limits } = budget;
  return limits.states === undefined || states === 0 ? budget : withStates(budget, limits.states - states);
}

/** The elementary steps that it takes to prepare the search of one choice: to begin with, and for each operation. */
const [PER_CHOICE, PER_OPERATION] = [1000, 100];

type FoundInIds = Verdict<{ readonly witness: Witness }, Pick<NoOrder, "stuck">> & {
  readonly states: number;
};

/** What a search finds, in the ids of the history, and the states that it took. */
function* inIds<Bits>(
  problem: Problem<Bits>,
  searching: Generator<void, VisibilityFound<Bits>>,
  meter: Meter,
): Generator<void, FoundInIds> {
  const before = meter.states;
  const found = yield* orUnknown(searching, meter, PER_CHOICE + PER_OPERATION * problem.size);
  const states = found.states - before;
  if (found.verdict === "unknown") return { ...found, states };
  if (found.verdict === "violated") {
    const { unexplained } = found;
    return {
      verdict: "violated",
      states,
      ...(unexplained !== undefined && { stuck: problem.ids[unexplained] }),
    };
  }
  return { verdict: "satisfied", witness: visibilityWitness(problem, found), states };
}

/** What the search finds, which takes so many steps to prepare; `unknown` where a resource runs out in the middle. */
function* orUnknown<Bits>(
  searching: Generator<void, VisibilityFound<Bits>>,
  meter: Meter,
  steps: number,
): Generator<void, VisibilityFound<Bits>> {
  try {
    meter.work(steps);
    return yield* searching;
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    return { verdict: "unknown", reason: error.shortage, states: meter.states };
  }
}

function establishedBy(refuted: number, count: number): string {
  if (count === 1) return "no violation was found in what was searched";
  const all = count === Infinity ? "very many" : `${count}`;
  return `${refuted} of ${all} choices of the pending operations that took effect were ruled out; no violation was found in what was searched of the rest`;
}
