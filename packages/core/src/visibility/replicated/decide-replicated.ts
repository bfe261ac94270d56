import { type Budget, orExhausted, withStates } from "../../budget.js";
import type { AxiomModel } from "../../criteria/axioms/model.js";
import type { Replicated } from "../../types/replicated.js";
import { createRules, type Rules } from "../axioms/axiom-rules.js";
import { createMeter, type Meter } from "../meter.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { setOf } from "../sets.js";
import { type Choice, createResults, type Results } from "./results.js";
import { createListOrder } from "./list-order.js";
import { createReplicatedTask, type ReplicatedTask } from "./replicated-task.js";
import { close, copyOf, lineOf, reaching, type Sights } from "./sights.js";

/** The states that a search of all results may visit before each result is looked at by itself, and then for each. */
const [FIRST_ATTEMPT, SINGLE_ATTEMPT] = [200, 100];

/**
 * Decides levels and axiom models for a replicated type: is there a line, and sights that the rules allow, such
 * that every result is what the type answers to what is seen?
 *
 * For minimal visibility (CAV'18) it is enough that seeing less obliges nobody to more; but here what an update
 * saw changes its effect. So the search does not go along the line. It knows for each operation what it must and
 * what it cannot see, draws conclusions from the rules and from the results until there are no more, and only
 * then chooses: something that makes a result right which would be wrong if nobody saw more than it must. Where
 * results leave no choice, as in lists whose elements are deleted once, it decides in polynomial time.
 */
export function decideReplicated<Bits>(
  problem: Problem<Bits>,
  type: Replicated,
  model: AxiomModel,
  budget: Budget,
): VisibilityFound<Bits> {
  const rules = createRules(problem, model);
  if (rules.cyclic) return { verdict: "violated", states: 0 };
  const preparing = createMeter(budget);
  return orExhausted<VisibilityFound<Bits>>(
    () => {
      const task = createReplicatedTask(problem, type, preparing);
      if (typeof task === "number") return { verdict: "violated", unexplained: task, states: 0 };
      return decideTask(problem, rules, task, budget);
    },
    (reason) => ({ verdict: "unknown", reason, states: preparing.states }),
  );
}

/** Tries all results together for a while, then each by itself, then all for as long as it takes. */
function decideTask<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  task: ReplicatedTask,
  budget: Budget,
): VisibilityFound<Bits> {
  const all = problem.labels.map((_, operation) => operation);
  let states = 0;
  const attempt = (asked: readonly number[], most?: number): VisibilityFound<Bits> => {
    const meter = createMeter(most === undefined ? budget : withStates(budget, most));
    const results = createResults(problem, task, asked, meter);
    const found = orExhausted<VisibilityFound<Bits>>(
      () => search({ problem, rules, task, results, meter }),
      (reason) => ({ verdict: "unknown", reason, states: meter.states }),
    );
    states += found.states;
    return { ...found, states };
  };
  const first = attempt(all, FIRST_ATTEMPT);
  if (first.verdict !== "unknown" || first.reason !== "states") return first;
  for (const operation of all) {
    if (task.wanted[operation] === undefined && task.places[operation] === undefined) continue;
    const alone = attempt([operation], SINGLE_ATTEMPT);
    if (alone.verdict === "violated") return { verdict: "violated", unexplained: operation, states };
    if (alone.verdict === "unknown" && alone.reason !== "states") return alone;
  }
  return attempt(all);
}

interface Search<Bits> {
  readonly problem: Problem<Bits>;
  readonly rules: Rules<Bits>;
  readonly task: ReplicatedTask;
  readonly results: Results<Bits>;
  readonly meter: Meter;
}

/** How many pairs of values are laid out in an elementary step. */
const PAIRS_IN_STEP = 64;

/** Goes on as long as there are conclusions, then chooses, and comes back to the last choice that may go the other way. */
function search<Bits>(asked: Search<Bits>): VisibilityFound<Bits> {
  const { problem, rules, task, meter } = asked;
  const { sets, size } = problem;
  const open: { readonly sights: Sights<Bits>; readonly choice: Choice }[] = [];
  if (task.ordered) {
    // A byte for each pair of values: asked for before it is laid out.
    meter.grow(task.values.length ** 2);
    meter.work(task.values.length ** 2 / PAIRS_IN_STEP);
  }
  let sights: Sights<Bits> | undefined = {
    must: rules.mustSee.slice(),
    cannot: Array.from({ length: size }, (_, z) => problem.known?.blind[z] ?? sets.empty),
    earlier: rules.order.slice(),
    list: task.ordered ? createListOrder(task.values.length) : undefined,
  };
  if (!putListed(task, sights, meter)) return { verdict: "violated", states: 0 };
  for (;;) {
    meter.visit();
    const next: Choice | Line | "contradiction" = goOn(asked, sights);
    if (next !== "contradiction" && "line" in next)
      return {
        verdict: "satisfied",
        linearization: next.line,
        visible: sights.must,
        ...(sights.list !== undefined && {
          elements: sights.list.total().map((value) => task.values[value]),
        }),
        states: meter.states,
      };
    if (next === "contradiction") {
      const back = open.pop();
      if (back === undefined) return { verdict: "violated", states: meter.states };
      sights = back.sights;
      take(problem, sights, back.choice);
    } else {
      open.push({ sights: copyOf(sights), choice: opposite(next) });
      meter.grow(64 * size);
      take(problem, sights, next);
    }
  }
}

/** The line of an execution in which every result is explained. */
interface Line {
  readonly line: readonly number[];
}

/** Adds to the sights what follows. What to choose then, or a line where there is nothing left to choose. */
function goOn<Bits>(
  { problem, rules, results, meter }: Search<Bits>,
  sights: Sights<Bits>,
): Choice | Line | "contradiction" {
  for (;;) {
    if (!close(problem, rules, sights, meter)) return "contradiction";
    const concluded = results.conclude(sights);
    if (concluded === "contradiction") return "contradiction";
    if (!concluded) break;
  }
  return results.choose(sights) ?? chooseLine(problem, rules, sights);
}

/** The line, where the rules hold of it; else two operations that may stand either way. */
function chooseLine<Bits>(
  problem: Problem<Bits>,
  { rules }: Rules<Bits>,
  { must, earlier }: Sights<Bits>,
): Choice | Line {
  const { sets } = problem;
  const line = lineOf(problem, earlier);
  const byLine = rules.filter(({ legs }) => legs.some(({ relation }) => relation === "lin"));
  if (byLine.length === 0) return { line };
  const total: Bits[] = [];
  line.forEach((operation, at) => (total[operation] = setOf(sets, line.slice(0, at))));
  const isBroken = byLine.some((rule) =>
    line.some(
      (z) =>
        !sets.within(
          reaching(problem, rule, { must, earlier: total }, z),
          rule.left === "vis" ? must[z] : total[z],
        ),
    ),
  );
  if (!isBroken) return { line };
  for (const [at, other] of line.entries())
    for (const one of line.slice(0, at))
      if (!sets.has(earlier[other], one)) return { kind: "line", one, other };
  throw new Error("a line that is decided breaks a rule that was closed");
}

/** Puts in order what results list; false where they contradict each other. */
function putListed<Bits>(
  { listed, values: all }: ReplicatedTask,
  { list }: Sights<Bits>,
  meter: Meter,
): boolean {
  return listed.every((values) =>
    values.every((value, at) => {
      if (at === 0) return true;
      meter.work(list?.isBefore(values[at - 1], value) === true ? 1 : all.length);
      return list?.put(values[at - 1], value);
    }),
  );
}

function take<Bits>(
  { sets }: Problem<Bits>,
  { must, cannot, earlier, list }: Sights<Bits>,
  choice: Choice,
): void {
  const { kind, one, other } = choice;
  if (kind === "list") list?.put(one, other);
  else if (kind === "line") earlier[other] = sets.union(earlier[other], sets.single(one));
  else {
    const rows = choice.holds ? must : cannot;
    rows[one] = sets.union(rows[one], sets.single(other));
  }
}

const opposite = (choice: Choice): Choice =>
  choice.kind === "sees"
    ? { ...choice, holds: !choice.holds }
    : { kind: choice.kind, one: choice.other, other: choice.one };
