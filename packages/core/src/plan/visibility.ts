import { type Budget, orExhausted, withStates } from "../budget.js";
import type { AxiomModel } from "../criteria/axioms/model.js";
import { modelOfLevels } from "../criteria/axioms/model-of-levels.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { levelOf } from "../criteria/level-map.js";
import { LEVEL, type LevelName } from "../criteria/levels.js";
import { type History, type Label, labelOf } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import type { Verdict } from "../verdict.js";
import { searchAxioms } from "../visibility/axioms/search-axioms.js";
import { minimalVisibility } from "../visibility/papers/minimal.js";
import { levelsModel } from "../visibility/papers/model.js";
import { naiveVisibility } from "../visibility/papers/naive.js";
import type { Problem, VisibilityFound } from "../visibility/problem.js";
import { decideLevels } from "../visibility/levels/decide-levels.js";
import { unexplainedAlone } from "../visibility/levels/refute.js";
import { hintedTask } from "../visibility/levels/search-task.js";
import { createMeter } from "../visibility/meter.js";
import { decideReplicated } from "../visibility/replicated/decide-replicated.js";
import { visearch } from "../visibility/papers/visearch.js";
import { type LongQuestion, type LongStep, longSteps } from "../visibility/long/decide-long.js";
import { verifyVisibility } from "../witness/verify-visibility.js";
import type { VisibilityAlgorithm } from "../ask/algorithms.js";
import type { Decision, NoOrder } from "./decision.js";
import { inTurns } from "./in-turns.js";
import { levelNumbers } from "./level-numbers.js";
import { levelsAround } from "./levels-around.js";
import { decideLinearizability, linearizePlainly } from "./linearizability.js";
import { type PendingChoices, pendingChoices } from "./pending-choices.js";
import { decideSequential, interleavePlainly } from "./sequential.js";
import { withOutcomeCount } from "./with-outcome-count.js";
import { visibilityWitness } from "./visibility-witness.js";

/** Levels or axioms: the criteria for which operations need not see all before them. */
export type VisibilityCriterion = Extract<CriterionSpec, { kind: "levels" | "axioms" }>;

/** A question of levels or axioms and the options of its search. */
export interface VisibilityQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly criterion: VisibilityCriterion;
  readonly algorithm: "auto" | VisibilityAlgorithm;
  /** `visearch`: whether its pruning predicates are used. */
  readonly pruning: boolean;
  /** Whether one order in which each operation sees all before it was looked for already. Default: false. */
  readonly triedInOneOrder?: boolean;
  /** The problems of the history, where someone has them already. */
  readonly choices?: PendingChoices;
}

/**
 * Levels and axioms: is there a choice of the pending operations that took effect, a linearization
 * and a visibility for each operation such that the criterion holds and every result is explained?
 */
export function decideVisibility(question: VisibilityQuestion, budget: Budget): Decision {
  return decideAsOrder(question, budget) ?? seeAllPlainly(question) ?? decideInTurns(question, budget);
}

/** Up to so many operations: the states that the exact search visits before others are asked. */
const FIRST_STATES: readonly (readonly [size: number, states: number])[] = [
  [40, 20_000],
  [80, 4000],
  [200, 500],
];

/** The exact search and, for types that are runs of what is seen, that for long histories. */
function decideInTurns(question: VisibilityQuestion, budget: Budget): Decision {
  const { history, type, initial, criterion, algorithm } = question;
  const asked = algorithm === "auto" && type.replicated === undefined ? longCriterion(question) : undefined;
  if (asked === undefined) return decideBySearch(question, budget);
  const exact = {
    decide: (limits: Budget) => decideBySearch(question, limits),
    first:
      (criterion.kind === "levels" || history.size <= MEDIUM_FOR_AXIOMS ? FIRST_STATES : []).find(
        ([size]) => history.size <= size,
      )?.[1] ?? 0,
    between: criterion.kind === "levels" ? MEDIUM : MEDIUM_FOR_AXIOMS,
  };
  const { order } = criterion;
  const steps = (): readonly LongStep[] => longSteps({ history, type, initial, order, ...asked });
  return inTurns(history, exact, steps, budget);
}

/** Beyond so many operations the exact search is slow even to begin: it is left to the end. */
const [MEDIUM, MEDIUM_FOR_AXIOMS] = [200, 40];

/** Witnesses of axioms take the verifier longer: beyond so many operations none is looked for. */
const MOST_FOR_AXIOMS = 3000;

/** What is asked, as the search for long histories takes it: levels, or axioms that lie between two. */
function longCriterion({
  history,
  type,
  initial,
  criterion,
}: VisibilityQuestion): Pick<LongQuestion, "levels" | "sufficient" | "accepts"> | undefined {
  const { order } = criterion;
  if (criterion.kind === "levels") {
    const levels = (method: string): LevelName => levelOf(criterion.levels, method);
    return {
      levels: Uint8Array.from(history.label, (label) => LEVEL[levels(history.labels[label].method)]),
      accepts: (witness) => verifyVisibility(history, { type, initial, order, levels }, witness).valid,
    };
  }
  const axioms = parseAxioms(criterion.axioms);
  const onlySessions = history.happensBefore.length === 0 && !(order === "realtime" && history.timed);
  const around = levelsAround(axioms, onlySessions);
  if (around === undefined || history.size > MOST_FOR_AXIOMS) return undefined;
  return {
    levels: new Uint8Array(history.size).fill(around.implied),
    sufficient: around.sufficient,
    accepts: (witness) => verifyVisibility(history, { type, initial, order, axioms }, witness).valid,
  };
}

/**
 * To see all before it is what the strongest level asks, and it grants what any other does. So a short history
 * with one order that is plain to see, as most histories have that people check, needs no search for visibilities.
 */
function seeAllPlainly(question: VisibilityQuestion): Decision | undefined {
  const { history, type, initial, criterion, algorithm, triedInOneOrder } = question;
  if (algorithm !== "auto" || criterion.kind !== "levels" || triedInOneOrder === true) return undefined;
  if (history.optional !== undefined) return undefined;
  const timed = criterion.order === "realtime" && history.timed;
  const asked = { history, type, initial, algorithm } as const;
  const decision = timed ? linearizePlainly(asked) : interleavePlainly(asked);
  return decision?.verdict === "satisfied" ? decision : undefined;
}

/**
 * Whether some result, all by itself, shows that the levels cannot be had (`unexplainedAlone`). It takes a fraction of
 * the time of a search, and says no more where the answer is no.
 */
export function isRefutedByOneResult(
  { criterion, type }: Pick<VisibilityQuestion, "criterion" | "type">,
  { count, choices }: PendingChoices,
  budget: Budget,
): boolean {
  if (criterion.kind !== "levels" || type.replicated !== undefined || count > 1) return false;
  const [withProblem] = choices();
  return withProblem((problem) =>
    orExhausted(
      () => {
        const task = hintedTask(problem, levelNumbers(problem, criterion.levels));
        return !problem.cyclic && unexplainedAlone(task, createMeter(budget)) >= 0;
      },
      () => false,
    ),
  );
}

/** Shorter histories are searched whole sooner than key by key, which only ever refutes sequential consistency. */
const WORTH_PROJECTING = 40;

/**
 * If every operation sees all before it, `vis` is `lin`, and what is left to find is one order that
 * extends happens-before and explains every result: over session order sequential consistency, over
 * real time linearizability, whose engines are faster. They ask of a type with several outcomes that
 * one run explains all results together, where the levels ask it of each operation by itself; so a
 * refutation counts only if no step had several outcomes.
 */
function decideAsOrder(question: VisibilityQuestion, budget: Budget): Decision | undefined {
  const { history, type, initial, criterion, algorithm } = question;
  if (algorithm !== "auto" || !isUniformlyComplete(history, criterion)) return undefined;
  const counted = withOutcomeCount(type);
  const timed = criterion.order === "realtime" && history.timed;
  const partition = timed || history.size > WORTH_PROJECTING;
  const asked = { history, type: counted.type, initial, algorithm, partition, options: {} } as const;
  const decide = timed ? decideLinearizability : decideSequential;
  const decision = decide(asked, budget);
  return decision.verdict === "violated" && counted.several() ? undefined : decision;
}

function isUniformlyComplete(history: History, criterion: VisibilityCriterion): boolean {
  if (criterion.kind !== "levels") return false;
  for (let id = 0; id < history.size; id++)
    if (levelOf(criterion.levels, labelOf(history, id).method) !== "complete") return false;
  return true;
}

function decideBySearch(question: VisibilityQuestion, budget: Budget): Decision {
  const { history, type, initial, criterion } = question;
  const search = searchFor(question);
  const { choices, count } = question.choices ?? pendingChoices(history, type, initial, criterion.order);
  const summary = { algorithm: nameOf(question), parts: 1 };
  let states = 0;
  let refuted = 0;
  let stuck: number | undefined;
  for (const withProblem of choices()) {
    const left = remaining(budget, states);
    const found = withProblem((problem) =>
      inIds(
        problem,
        orExhausted(
          () => search(problem, left),
          (reason) => ({ verdict: "unknown", reason, states: 0 }),
        ),
      ),
    );
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

type Search = <Bits>(problem: Problem<Bits>, budget: Budget) => VisibilityFound<Bits>;

/** The search for the criterion: ours, or a paper's. */
function searchFor({ type, criterion, algorithm, pruning }: VisibilityQuestion): Search {
  if (type.replicated !== undefined) return searchReplicated(criterion);
  if (criterion.kind === "axioms") {
    const model = parseAxioms(criterion.axioms);
    return (problem, budget) => searchAxioms(problem, model, budget);
  }
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
      return (problem, budget) => decideLevels(problem, levelNumbers(problem, levels), budget);
  }
}

/** The search for a type that is no run of what is seen, by the axioms of the criterion. */
function searchReplicated(criterion: VisibilityCriterion): Search {
  const modelFor = ({ labels }: { readonly labels: readonly Label[] }): AxiomModel =>
    criterion.kind === "axioms"
      ? parseAxioms(criterion.axioms)
      : modelOfLevels(
          (method) => levelOf(criterion.levels, method),
          labels.map(({ method }) => method),
        );
  return (problem, budget) => {
    const { replicated } = problem.type;
    if (replicated === undefined) throw new Error(`${problem.type.name} is not replicated`);
    return decideReplicated(problem, replicated, modelFor(problem), budget);
  };
}

function nameOf({ type, algorithm, criterion }: VisibilityQuestion): string {
  if (type.replicated !== undefined) return "replicated";
  if (algorithm !== "auto" && algorithm !== "visibility") return algorithm;
  return criterion.kind === "levels" ? "visibility" : "axioms";
}

/** What is left of a bound on states after some have been visited. */
function remaining(budget: Budget, states: number): Budget {
  const { limits } = budget;
  return limits.states === undefined || states === 0 ? budget : withStates(budget, limits.states - states);
}

type FoundInIds = Verdict<{ readonly witness: Witness }, Pick<NoOrder, "stuck">> & {
  readonly states: number;
};

/** What a search found, in the ids of the history. */
function inIds<Bits>(problem: Problem<Bits>, found: VisibilityFound<Bits>): FoundInIds {
  if (found.verdict === "unknown") return found;
  if (found.verdict === "violated") {
    const { unexplained, states } = found;
    return {
      verdict: "violated",
      states,
      ...(unexplained !== undefined && { stuck: problem.ids[unexplained] }),
    };
  }
  return { verdict: "satisfied", witness: visibilityWitness(problem, found), states: found.states };
}

function establishedBy(refuted: number, count: number): string {
  if (count === 1) return "no violation was found in what was searched";
  const all = count === Infinity ? "very many" : `${count}`;
  return `${refuted} of ${all} choices of the pending operations that took effect were ruled out; no violation was found in what was searched of the rest`;
}
