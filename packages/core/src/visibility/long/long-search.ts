import { LEVEL } from "../../criteria/levels.js";
import { mayBeAbsent } from "../../history/history.js";
import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";
import type { Meter } from "../meter.js";
import type { Bounds } from "./conclude/bounds.js";
import { createFlatModel } from "./flat/flat-model.js";
import { createFlatAttempts, flatLevels } from "./flat/create-flat-attempts.js";
import { guesses } from "./hints/guesses.js";
import { SeveralOutcomes } from "./create-runner.js";
import { createElementAttempts } from "./elements/create-element-attempts.js";
import { createElementModel } from "./elements/element-model.js";
import { weakElements } from "./elements/weak-elements.js";
import { impossibleStep } from "./refute/impossible-step.js";
import type { LongProblem } from "./long-problem.js";
import { type Choice, countedTask, createChoice, createTask, type LongQuestion } from "./long-task.js";
import { createNumberModel } from "./models/number-model.js";
import { createOrderSearch, type OrderSearch } from "./order/create-order-search.js";
import { probe } from "./conclude/probe.js";
import { hintsOf, hintTimes } from "./hints/hints.js";
import { searchLists } from "./lists/search-lists.js";
import { decideTags } from "./tags/decide-tags.js";
import { createScoreModel } from "./scores/score-model.js";
import { createScoreAttempts } from "./scores/create-score-attempts.js";
import { neverExplained } from "./scores/never-explained.js";
import { weakScores } from "./scores/weak-scores.js";
import { unexplainedByItself } from "./refute/unexplained-by-itself.js";
import { weakReplicated } from "./weak-replicated.js";
import { wrongSize } from "./refute/wrong-size.js";
import { type LimitedEffort, runAlongHints } from "./runs/run-along-hints.js";
import { type LongTask, type Saturated, saturate } from "./conclude/saturate.js";
import { unreachableResult } from "./refute/unreachable-result.js";

/** What was found; `undefined` where neither a witness nor a contradiction was. */
export type LongFound = Decided<{ readonly witness: Witness }, { readonly stuck?: number }> | undefined;

/** The first runs, of one configuration each. */
const FIRST: LimitedEffort = { width: 1, retries: 0, visits: 16 };
/** Wide runs: how many configurations are followed, and how much they may visit for each operation. */
const WIDE: readonly LimitedEffort[] = [
  { width: 1, retries: 7, visits: 40 },
  { width: 4, retries: 7, visits: 80 },
  { width: 16, retries: 7, visits: 240 },
  { width: 64, retries: 8, visits: 1000 },
  { width: 256, retries: 8, visits: 8000 },
];
/** How many runs over flat lists there are at first, then before writers are tried, and after that; more of many operations. */
const FLAT_RUNS = [8, 64, 1500] as const;
/** How many runs of queues and stacks there are at first, and where other runs found nothing. */
const ELEMENT_RUNS = [100, 500] as const;
/** How many attempts to find one order there are where nothing else is asked, and how many before writers are tried. */
const [ORDER_ATTEMPTS, SOON] = [24, 2];
/** How many of a replicated type whose history gives no hint, or that is a set then, where a weaker level is asked for. */
const ORDERS_SOON = 3;
/** Sizes are counted at once where that looks at no more keys than this, for all operations. */
const CHEAP_COUNT = 2_000_000;
/** How many trials of writers there are, in operations: trials times operations. */
const PROBE_WORK = 400_000;

/**
 * The search, in steps of growing effort: what is closed under session order is a vector of
 * counts, conclusions are drawn to a fixpoint, and a witness is looked for along hints of when operations took effect.
 * The first step is conclusions, and one run along each hint: linear, but for what conclusions take. Then refutations
 * by counting, of one result by itself and by trying writers; then runs that are ever wider.
 */
function* search(question: LongQuestion, meter: Meter): Generator<void, LongFound> {
  const { history, levels } = question;
  meter.work(SETUP_STEPS * history.size);
  const all = Int32Array.from({ length: history.size }, (_, id) => id);
  const certain = all.filter((id) => !mayBeAbsent(history, id));
  const isWhole = certain.length === all.length;
  const lowest = levels.reduce((a, b) => Math.min(a, b), LEVEL.complete);
  const highest = question.sufficient ?? levels.reduce((a, b) => Math.max(a, b), LEVEL.weak);
  const whole = createTask(question, all, true, meter);
  if (whole === undefined) return { verdict: "violated" };
  const { problem } = whole;
  const scores = lowest === highest ? createScoreModel(problem) : undefined;
  if (scores !== undefined && lowest === LEVEL.weak) {
    const decided = weakScores(scores, meter);
    if (decided !== undefined) return decided;
  }
  const never = scores === undefined ? -1 : neverExplained(scores, lowest, meter);
  if (never >= 0) return { verdict: "violated", stuck: never };
  const elements = lowest === highest ? createElementModel(problem) : undefined;
  if (elements !== undefined && lowest === LEVEL.weak) return weakElements(elements, meter);
  const unexplained = whole.meant?.unexplained() ?? -1;
  if (unexplained >= 0) return { verdict: "violated", stuck: problem.ids[unexplained] };
  const { replicated } = problem.type;
  if (isWhole && lowest === highest && replicated?.ordered !== undefined) {
    const [hint] = hintsOf(problem);
    const moments = hintTimes(problem, hint);
    const decided = yield* searchLists(problem, replicated, question.initial, lowest, moments, meter);
    if (decided === "none") return { verdict: "violated" };
    if (decided !== undefined) return { verdict: "satisfied", witness: decided.witness };
  }
  if (isWhole && highest === LEVEL.weak && replicated !== undefined) {
    const decided = weakReplicated(problem, replicated, question.initial, meter);
    if (decided !== undefined) return decided;
  }
  if (isWhole && lowest === highest && replicated !== undefined) {
    const decided = yield* decideTags(problem, replicated, question.initial, lowest, meter);
    if (decided !== undefined && "witness" in decided)
      return { verdict: "satisfied", witness: decided.witness };
    if (decided?.isNone === true)
      return { verdict: "violated", ...(decided.stuck >= 0 && { stuck: problem.ids[decided.stuck] }) };
  }
  let choices: readonly Choice[] | undefined;
  const choicesOf = (): readonly Choice[] =>
    (choices ??= isWhole
      ? [createChoice(question, whole)]
      : [certain, all].flatMap((ids) => {
          const task = createTask(question, ids, false, meter);
          return task === undefined ? [] : [createChoice(question, task)];
        }));
  /** What is known at the levels that are asked for. */
  let known: Saturated | undefined;
  const conclude = (drawn: Saturated): LongFound => {
    known = drawn;
    if ("contradiction" in known) return refuted(problem, known);
    if (isWhole && lowest === highest) choicesOf()[0].learn(lowest, known);
    return undefined;
  };
  const boundsOf = (): Bounds | undefined => {
    known ??= saturate(whole, meter);
    return "bounds" in known ? known.bounds : undefined;
  };
  let counted: LongTask | undefined;
  const counting = (): LongTask | undefined => (counted ??= countedTask(question, whole));
  /** A set or map that was said to have a size which it cannot have, if counting takes no more than so much. */
  const refuteSizes = (most: number): LongFound => {
    const task = counting();
    if (task?.keys?.lastWins !== true || task.keys.keys * problem.size > most) return undefined;
    const bounds = boundsOf();
    const stuck =
      bounds === undefined ? -1 : wrongSize({ ...bounds, problem: task.problem }, task.keys, meter);
    return stuck < 0 ? undefined : { verdict: "violated", stuck: problem.ids[stuck] };
  };
  /** A result that is out of reach however far all sessions are run; where a state is what steps make of another. */
  const refuteReach = (): LongFound => {
    const task = counting();
    const known = task && boundsOf();
    if (task === undefined || known === undefined) return undefined;
    const bounds = { ...known, problem: task.problem };
    const numbers = createNumberModel(task.problem, task.sums, task.keys, lowest === LEVEL.complete);
    let stuck = unreachableResult(bounds, numbers, task.keys, meter);
    if (stuck < 0 && numbers !== undefined) stuck = impossibleStep(bounds, numbers, meter);
    return stuck < 0 ? undefined : { verdict: "violated", stuck: problem.ids[stuck] };
  };
  const orders = new Map<Choice, OrderSearch>();
  const orderOf = (choice: Choice): OrderSearch => {
    const known = orders.get(choice) ?? createOrderSearch(question, choice);
    orders.set(choice, known);
    return known;
  };
  /** Looks for witnesses at these levels: one at a stronger level answers a weaker. */
  function* attempt(
    order: readonly number[],
    step: number,
    effort: LimitedEffort,
  ): Generator<void, LongFound> {
    for (const choice of choicesOf())
      for (const level of new Set(order)) {
        if (level < lowest) continue;
        const found =
          level === LEVEL.complete
            ? yield* orderOf(choice).attempt(step, meter)
            : yield* runAlongHints(question, choice, level, highest, meter, effort);
        if (found === undefined) continue;
        if (found !== "none") return { verdict: "satisfied", witness: found };
        if (isWhole && lowest === LEVEL.complete) return { verdict: "violated" };
      }
    return undefined;
  }
  let asSets: readonly Choice[] | undefined;
  /** The choices as flat lists take them: of a replicated type with what it is where each sees all before it. */
  const flatChoices = (): readonly Choice[] =>
    whole.meant === undefined
      ? choicesOf()
      : (asSets ??= choicesOf().map((choice) => createChoice(question, choice.taskAt(LEVEL.complete))));
  const flatAttempt = createFlatAttempts();
  const share = Math.max(1, history.size / 1000) ** 1.5;
  /** The same over flat lists, of objects that allow it. */
  function* attemptFlat(runs: number): Generator<void, LongFound> {
    for (const choice of flatChoices())
      for (const level of flatLevels(choice, highest, lowest)) {
        const accepts = (witness: Witness): boolean => level >= highest || question.accepts(witness);
        const witness = yield* flatAttempt(choice, level, accepts, Math.ceil(share * runs), meter);
        if (witness !== undefined) return { verdict: "satisfied", witness };
      }
    return undefined;
  }
  const scoreRuns = createScoreAttempts(scores, lowest, () => guesses(choicesOf()[0], lowest, meter));
  /** Looks for a witness of a priority queue, by ever more runs. */
  function* attemptScores(step: number): Generator<void, LongFound> {
    const witness = yield* scoreRuns(boundsOf(), step, meter);
    if (witness === "none") return { verdict: "violated" };
    return witness && { verdict: "satisfied", witness };
  }
  const elementRuns = createElementAttempts(elements, lowest, () => guesses(choicesOf()[0], lowest, meter));
  /** The same of a queue or a stack. */
  function* attemptElements(runs: number): Generator<void, LongFound> {
    const witness = yield* elementRuns(runs, meter);
    return witness && { verdict: "satisfied", witness };
  }
  const isOneOrder = lowest === LEVEL.complete;
  if (whole.meant?.isCircular() === true) return { verdict: "violated" };
  let found = conclude(saturate(whole, meter)) ?? refuteReach();
  if (found !== undefined) return found;
  found = (yield* attemptScores(0)) ?? (yield* attemptScores(1)) ?? (yield* attemptElements(ELEMENT_RUNS[0]));
  if (found !== undefined) return found;
  const isFlat = !isOneOrder && flatChoices().every((choice) => createFlatModel(choice.taskAt(lowest)));
  if (isFlat) found = yield* attemptFlat(FLAT_RUNS[0]);
  // Of several levels the greatest asks for one order, which answers all.
  for (let step = 0; step < SOON && highest === LEVEL.complete && !isOneOrder; step++)
    found ??= yield* attempt([LEVEL.complete], step, FIRST);
  found ??= refuteSizes(CHEAP_COUNT);
  if (isFlat) found ??= yield* attemptFlat(FLAT_RUNS[1]);
  // In one order what updates see leaves no choice. Without hints that is worth most, and where it is soon found out.
  const isOrderSoon = replicated?.ordered === undefined && (isFlat || hintsOf(problem)[0] === "position");
  if (whole.meant !== undefined && isOrderSoon)
    for (let step = 0; step < ORDERS_SOON && found === undefined; step++)
      found = yield* attempt([LEVEL.complete], step, FIRST);
  const soon = isOneOrder ? SOON : isFlat && whole.meant === undefined ? 0 : 1;
  for (let step = 0; step < soon && found === undefined; step++)
    found = yield* attempt(firstLevels(highest, lowest, whole), step, FIRST);
  found ??= yield* attemptScores(2);
  found ??= yield* attemptElements(ELEMENT_RUNS[1]);
  found ??= refuteSizes(Infinity);
  if (found !== undefined) return found;
  const bounds = whole.meant === undefined ? boundsOf() : undefined;
  const stuck = bounds === undefined ? -1 : unexplainedByItself(bounds, meter);
  if (stuck >= 0) return { verdict: "violated", stuck: problem.ids[stuck] };
  // Where results do not ask for the last update, no writer is tried, and conclusions are what they were.
  if (whole.keys?.asksLast === true)
    found = conclude(yield* probe(whole, meter, Math.ceil(PROBE_WORK / Math.max(1, history.size))));
  if (isFlat) found ??= yield* attemptFlat(FLAT_RUNS[2]);
  found ??= yield* attemptScores(3);
  if (found !== undefined) return found;
  const steps = isOneOrder ? ORDER_ATTEMPTS : WIDE.length;
  for (let step = 0; step < steps; step++) {
    const order = [highest, lowest, LEVEL.complete, LEVEL.causal, LEVEL.peer];
    found = yield* attempt(order, soon + step, WIDE[Math.min(step, WIDE.length - 1)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The levels at which a witness is looked for first. One at a stronger level answers a weaker, and what replicas do
 * is often causal, where sights are vectors. But where a sight is no more than what the session has seen (below
 * `peer`), a result that is wrong spoils nothing for the others: there the level itself comes first; but not for
 * replicated types, where at `causal` updates are told by less.
 */
const firstLevels = (highest: number, lowest: number, { meant }: LongTask): readonly number[] =>
  highest < LEVEL.peer && meant === undefined
    ? [highest, lowest, LEVEL.causal, LEVEL.peer, LEVEL.complete]
    : [LEVEL.causal, LEVEL.peer, highest, LEVEL.complete, lowest];

/** What it takes to set up the question of one operation. */
const SETUP_STEPS = 32;

/**
 * Decides a long history, or says nothing (`undefined`). In turns: it yields when the meter says that its turn is
 * over, and then goes on from where it was. Nothing, too, where operations may go too many ways.
 */
export function* longSearch(question: LongQuestion, meter: Meter): Generator<void, LongFound> {
  try {
    return yield* search(question, meter);
  } catch (error) {
    if (error instanceof SeveralOutcomes) return undefined;
    throw error;
  }
}

function refuted({ ids }: LongProblem, known: Saturated): LongFound {
  const stuck = "contradiction" in known ? known.contradiction.operation : -1;
  return { verdict: "violated", ...(stuck >= 0 && { stuck: ids[stuck] }) };
}
