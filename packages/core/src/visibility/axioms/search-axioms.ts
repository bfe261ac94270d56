import { type Budget, Exhausted } from "../../budget.js";
import { createTrail, type Trail } from "../../cubes/trail.js";
import type { AxiomModel } from "../../criteria/axioms/model.js";
import { explains, HintsTooCoarse, isAllowed, minimalChoices, relevantUpdates } from "./axiom-choices.js";
import { createPrefixMemo } from "./prefix-memo.js";
import { createPrefix } from "./axiom-prefix.js";
import { project, questions } from "./axiom-projection.js";
import { createReductions } from "./axiom-reductions.js";
import { createRules, type Rules } from "./axiom-rules.js";
import { type DeepPart, runDeep } from "./run-deep.js";
import { searchRelaxed } from "./search-relaxed.js";
import { createMeter, type Meter, withoutTurns } from "../meter.js";
import type { Problem, VisibilityFound } from "../problem.js";

/**
 * Looks for a linearization and a visibility that satisfy a model: the general search by minimal visibility
 * (CAV'18 Section 4). Operations are placed one after another; for each, the rules give the least set that
 * it must see, and every minimal set beyond it that explains its result is tried (CAV'18 Theorem 1: it is
 * enough to try those, since seeing less never obliges a later operation to more).
 *
 * With `relax lin`, rules about happens-before that a linearization may contradict are beyond that theorem;
 * `searchRelaxed` takes care of them.
 */
export function searchAxioms<Bits>(
  problem: Problem<Bits>,
  model: AxiomModel,
  budget: Budget,
): VisibilityFound<Bits> {
  return withoutTurns(axiomsInTurns(problem, model, budget, createMeter(budget)));
}

/** The same in turns: it yields when the meter says that its turn is over, and then goes on from where it was. */
export function* axiomsInTurns<Bits>(
  problem: Problem<Bits>,
  model: AxiomModel,
  budget: Budget,
  meter: Meter,
): Generator<void, VisibilityFound<Bits>> {
  const rules = createRules(problem, model);
  if (rules.cyclic) return { verdict: "violated", states: 0 };
  if (rules.wild.length === 0) return yield* searchForwards(problem, model, rules, meter);
  // A solution that respects happens-before is one; where the other rules alone have none, there is none.
  const strict = { ...model, relaxLin: false };
  const found = yield* searchForwards(problem, strict, createRules(problem, strict), meter);
  if (found.verdict !== "violated") return found;
  const tame = { ...model, axioms: model.axioms.filter((_, at) => !rules.wild.includes(rules.rules[at])) };
  const easier = yield* searchForwards(problem, tame, createRules(problem, tame), meter);
  return easier.verdict === "satisfied" ? searchRelaxed(problem, rules, budget) : easier;
}

/** How many states the first attempt may visit, and then each attempt to refute a part, beyond a few for each operation. */
const FIRST_ATTEMPT = 300;
const PART_ATTEMPT = 500;

/** The steps of a look at what comes next, for each operation. */
const STEPS_EACH = 3;

/**
 * The search where every step of every path goes forwards in the linearization, gradually: most histories
 * are decided in few states; of the others, many are refuted by one result or a few; only then the search
 * goes on as long as it takes.
 */
function* searchForwards<Bits>(
  problem: Problem<Bits>,
  model: AxiomModel,
  rules: Rules<Bits>,
  meter: Meter,
): Generator<void, VisibilityFound<Bits>> {
  const first = yield* searchTrusting(problem, rules, meter, FIRST_ATTEMPT + 4 * problem.size);
  if (first.verdict !== "unknown" || meter.isSpent()) return first;
  const relevant = relevantUpdates(problem, true);
  for (const asked of questions(problem, relevant)) {
    const part = project(problem, asked, relevant);
    const found = yield* searchTrusting(part, createRules(part, model), meter, PART_ATTEMPT + 4 * part.size);
    if (found.verdict === "unknown" && meter.isSpent()) return found;
    if (found.verdict === "violated") {
      const { unexplained } = found;
      const known =
        unexplained === undefined ? {} : { unexplained: problem.ids.indexOf(part.ids[unexplained]) };
      return { verdict: "violated", ...known, states: meter.states };
    }
  }
  return yield* searchTrusting(problem, rules, meter, Infinity);
}

/** Trusts the type's hints as long as they hold. `unknown` after so many states, or where the budget is spent. */
function* searchTrusting<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  meter: Meter,
  most: number,
): Generator<void, VisibilityFound<Bits>> {
  if (rules.cyclic) return { verdict: "violated", states: meter.states };
  meter.allow(most);
  try {
    try {
      return yield* openAxiomSearch(problem, rules, meter, true)(createTrail());
    } catch (error) {
      if (!(error instanceof HintsTooCoarse)) throw error;
      return yield* openAxiomSearch(problem, rules, meter, false)(createTrail());
    }
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    return { verdict: "unknown", reason: error.shortage, states: meter.states };
  }
}

/**
 * The search by rules that are not wild, for one trail after another. It remembers prefixes from run to run, so every
 * part of the tree that is left open by a run has to be searched by someone. Throws `HintsTooCoarse` where hints are
 * trusted and do not hold.
 */
export function openAxiomSearch<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  meter: Meter,
  trustHints: boolean,
): (trail: Trail) => Generator<void, VisibilityFound<Bits>> {
  const { sets, size } = problem;
  const { order } = rules;
  const pure = trustHints ? problem.pure : sets.empty;
  const relevant = relevantUpdates(problem, trustHints);
  const prefix = createPrefix(problem, rules);
  const { deferrable, movable, unasked, absorbs } = createReductions(problem, rules, prefix, pure);
  let deepest = -1;
  let stuck: number | undefined;
  let trail = createTrail();
  const tick = (): void => meter.work(STEPS_EACH * size);
  const memo = createPrefixMemo(problem, prefix, relevant, (bytes) => meter.grow(bytes));
  const choosing = { problem, prefix, relevant, trustHints, tick };

  const choices = (operation: number): Bits[] => {
    tick();
    const found = minimalChoices(choosing, operation, sets.has(unasked, operation));
    if (found.length === 0 && prefix.depth() > deepest) [deepest, stuck] = [prefix.depth(), operation];
    return found;
  };
  const isReady = (operation: number): boolean =>
    !sets.has(prefix.placed(), operation) && sets.within(order[operation], prefix.placed());

  /** Places, for good, pure operations that may as well stand here. Returns whether it placed one. */
  const placeAtOnce = (): boolean => {
    for (let left = sets.difference(pure, prefix.placed()); !sets.isEmpty(left); left = sets.rest(left)) {
      const q = sets.first(left);
      tick();
      if (!isReady(q)) continue;
      const free = sets.has(movable, q);
      if (free && sets.has(unasked, q)) {
        const [seen] = minimalChoices(choosing, q, true);
        if (seen === undefined) continue;
        prefix.place(q, seen);
        return true;
      }
      const least = prefix.least(q);
      if (!isAllowed(problem, q, least)) continue;
      if (!explains(problem, prefix, q, least) || !(free || absorbs(q, least))) continue;
      prefix.place(q, least);
      return true;
    }
    return false;
  };

  /** A deferred operation whose choices will never grow: no update that it may ask for can come before it. */
  const ripe = (): number | undefined => {
    for (
      let left = sets.difference(deferrable, prefix.placed());
      !sets.isEmpty(left);
      left = sets.rest(left)
    ) {
      const q = sets.first(left);
      if (!isReady(q)) continue;
      let open = sets.difference(relevant[q], prefix.placed());
      for (; !sets.isEmpty(open); open = sets.rest(open)) if (!sets.has(order[sets.first(open)], q)) break;
      if (sets.isEmpty(open)) return q;
    }
    return undefined;
  };

  /** Tries the ways on one after another; a single one is no fork. */
  function* tryEach(count: number, take: (way: number) => DeepPart): DeepPart {
    if (count <= 1) return count === 1 && (yield take(0));
    trail.open(count);
    for (let way = trail.next(); way >= 0; way = trail.next()) if (yield take(way)) return true;
    return false;
  }

  /** Places the operation with each of its choices in turn, and goes on. */
  function* tryPlacing(operation: number, goOn: () => DeepPart): DeepPart {
    const ways = choices(operation);
    return yield tryEach(ways.length, function* (way): DeepPart {
      prefix.place(operation, ways[way]);
      if (yield goOn()) return true;
      prefix.takeBack();
      return false;
    });
  }

  /** Places deferred operations that must come before `operation`, then the operation itself. */
  function* placeAfterDeferred(operation: number): DeepPart {
    for (
      let left = sets.difference(order[operation], prefix.placed());
      !sets.isEmpty(left);
      left = sets.rest(left)
    )
      if (isReady(sets.first(left)))
        return yield tryPlacing(sets.first(left), () => placeAfterDeferred(operation));
    return yield tryPlacing(operation, search);
  }

  function* search(): DeepPart {
    if (meter.isTurnOver()) yield undefined;
    meter.visit();
    tick();
    const start = prefix.depth();
    while (placeAtOnce());
    if (prefix.depth() === size || (yield searchOn())) return true;
    while (prefix.depth() > start) prefix.takeBack();
    return false;
  }

  function* searchOn(): DeepPart {
    if (memo.dominated() && !trail.resuming) return false;
    const due = ripe();
    if (due !== undefined) return yield tryPlacing(due, search);
    const next: number[] = [];
    for (let operation = 0; operation < size; operation++) {
      if (sets.has(deferrable, operation) || sets.has(prefix.placed(), operation)) continue;
      const missing = sets.difference(order[operation], prefix.placed());
      if (sets.within(missing, deferrable)) next.push(operation);
    }
    return yield tryEach(next.length, (way) => placeAfterDeferred(next[way]));
  }

  return function* (given) {
    trail = given;
    while (prefix.depth() > 0) prefix.takeBack();
    const isFound = yield* runDeep(search());
    const { states } = meter;
    return isFound
      ? { verdict: "satisfied", linearization: [...prefix.line], visible: [...prefix.visible], states }
      : { verdict: "violated", ...(stuck !== undefined && { unexplained: stuck }), states };
  };
}
