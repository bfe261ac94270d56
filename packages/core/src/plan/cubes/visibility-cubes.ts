import type { Asked } from "../../ask/understand.js";
import { orExhausted } from "../../budget.js";
import { parseAxioms } from "../../criteria/axioms/parse.js";
import { type Cube, WHOLE_LITERALLY } from "../../cubes/cube.js";
import { createTrail, type Trail } from "../../cubes/trail.js";
import { HintsTooCoarse, hintsTooCoarse } from "../../visibility/axioms/axiom-choices.js";
import { createRules } from "../../visibility/axioms/axiom-rules.js";
import { openAxiomSearch } from "../../visibility/axioms/search-axioms.js";
import { createMeterFor, isReplayed } from "../../visibility/levels/decide-levels.js";
import { refinedTask } from "../../visibility/levels/refined-task.js";
import { hintedTask, literalTask } from "../../visibility/levels/search-task.js";
import { openSolver } from "../../visibility/levels/create-solver.js";
import { type Meter, withoutTurns } from "../../visibility/meter.js";
import type { Problem } from "../../visibility/problem.js";
import { levelNumbers } from "../level-numbers.js";
import { pendingChoices, type WithProblem } from "../pending-choices.js";
import type { VisibilityCriterion } from "../visibility.js";
import { visibilityWitness } from "../visibility-witness.js";
import {
  type CubeAnswer,
  type CubeFound,
  type CubePlan,
  type CubeSearch,
  createRunBudget,
  type RunBudget,
} from "./cube-search.js";

/** What a search for one choice of pending operations finds below the present way of a trail. */
type ChoiceSearch = (trail: Trail) => CubeAnswer;

/** Opens the search for one choice of pending operations, with the type's hints or literally. */
type OpenChoice = <Bits>(problem: Problem<Bits>, budget: RunBudget, literal: boolean) => ChoiceSearch;

/** More choices of the pending operations that took effect are left to one search. */
const MOST_CHOICES = 1 << 20;

/**
 * Levels, or a model of axioms whose rules all go forwards in the linearization; `undefined` for what has another
 * search. The first fork is the choice of the pending operations that took effect, where there is one.
 */
export function visibilityCubes(
  { history, type, initial }: Asked,
  criterion: VisibilityCriterion,
): CubePlan | undefined {
  const open = type.replicated === undefined ? openerFor(criterion) : undefined;
  const choices = pendingChoices(history, type, initial, criterion.order);
  if (open === undefined || choices.count > MOST_CHOICES) return undefined;
  if (criterion.kind === "axioms") {
    const [first] = choices.choices();
    if (first((problem) => createRules(problem, parseAxioms(criterion.axioms)).wild.length > 0))
      return undefined;
  }
  return {
    algorithm: criterion.kind === "levels" ? "visibility" : "axioms",
    searches: [choiceCubes(choices, open)],
    hasOtherMeans: true,
    merge: ([witness]) => witness,
    violated: () => ({ ids: Array.from({ length: history.size }, (_, id) => id) }),
  };
}

function openerFor(criterion: VisibilityCriterion): OpenChoice | undefined {
  if (criterion.kind === "levels") {
    const { levels } = criterion;
    return (problem, budget, literal) => levelsOf(problem, levelNumbers(problem, levels), budget, literal);
  }
  const model = parseAxioms(criterion.axioms);
  return (problem, budget, literal) => {
    const rules = createRules(problem, model);
    if (rules.cyclic) return contradicted;
    const meter = createMeterFor(problem, budget);
    const search = openAxiomSearch(problem, rules, meter, !literal);
    return counted(meter, (trail) => {
      const found = withoutTurns(search(trail));
      if (found.verdict !== "satisfied") return { verdict: "violated" };
      return { verdict: "satisfied", witness: visibilityWitness(problem, found) };
    });
  };
}

/** The search for levels, over states and orders that make a difference. */
function levelsOf<Bits>(
  problem: Problem<Bits>,
  levels: Uint8Array,
  budget: RunBudget,
  literal: boolean,
): ChoiceSearch {
  if (problem.cyclic) return contradicted;
  const meter = createMeterFor(problem, budget);
  const task = literal
    ? literalTask(problem, levels)
    : refinedTask(problem, hintedTask(problem, levels, meter), meter);
  const solver = openSolver(task, meter);
  return counted(meter, (trail) => {
    const solved = solver.begin(trail)();
    if (solved === "paused") throw new Error("a search without turns stopped");
    if (solved === undefined) return { verdict: "violated" };
    if (!literal && !isReplayed(problem, solved, meter)) throw hintsTooCoarse;
    return { verdict: "satisfied", witness: visibilityWitness(problem, solved) };
  });
}

/**
 * What a search finds, or what it leaves: its rest where something runs out and, where hints of the type prove too
 * coarse, the whole, to be searched without them.
 */
function counted(meter: Meter, search: (trail: Trail) => CubeFound): ChoiceSearch {
  return (trail) => {
    const before = meter.states;
    const found = orExhausted<CubeFound>(
      () => {
        try {
          return search(trail);
        } catch (error) {
          if (error instanceof HintsTooCoarse) return { verdict: "open", rest: WHOLE_LITERALLY };
          throw error;
        }
      },
      (reason) => ({ verdict: "open", rest: trail.rest(), reason }),
    );
    return { ...found, states: meter.states - before };
  };
}

/** Orders that contradict each other leave nothing to search. */
const contradicted: ChoiceSearch = () => ({ verdict: "violated", states: 0 });

/** The search over the choices of pending operations, and for each what `open` looks for. */
function choiceCubes(
  { count, choices }: { readonly count: number; choices(): Generator<WithProblem> },
  open: OpenChoice,
): CubeSearch {
  const budget = createRunBudget();
  /** The choice that was searched last: what it remembers is of use as long as others follow there. */
  let last: { readonly choice: number; readonly literal: boolean; readonly search: ChoiceSearch } | undefined;
  let upcoming = choices();
  let passed = -1;

  const searchOf = (choice: number, literal: boolean): ChoiceSearch => {
    if (last?.choice === choice && last.literal === literal) return last.search;
    if (choice <= passed) {
      upcoming = choices();
      passed = -1;
    }
    let next = upcoming.next();
    for (passed++; passed < choice; passed++) next = upcoming.next();
    if (next.done === true)
      throw new Error(`there is no choice ${choice} of ${count}: is the cube of another history?`);
    const search = next.value((problem) => open(problem, budget, literal));
    last = { choice, literal, search };
    return search;
  };
  return {
    decide(cube: Cube, { forks, ...bounds }) {
      budget.begin(bounds);
      const literal = cube.literal === true;
      const trail = createTrail(cube, forks);
      let states = 0;
      const searchOne = (choice: number): CubeFound => {
        const found = searchOf(choice, literal)(trail);
        states += found.states;
        return found;
      };
      const found = orExhausted<CubeFound>(
        () => {
          if (count === 1) return searchOne(0);
          trail.open(count);
          for (let choice = trail.next(); choice >= 0; choice = trail.next()) {
            const one = searchOne(choice);
            if (one.verdict !== "violated") return one;
          }
          return { verdict: "violated" };
        },
        (reason) => ({ verdict: "open", rest: trail.rest(), reason }),
      );
      return { ...found, states };
    },
  };
}
