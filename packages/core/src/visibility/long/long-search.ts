import { LEVEL } from "../../criteria/levels.js";
import { mayBeAbsent } from "../../history/history.js";
import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";
import type { Meter } from "../meter.js";
import type { Bounds } from "./bounds.js";
import { createFlatModel } from "./flat/flat-model.js";
import { createFlatAttempts } from "./flat/create-flat-attempts.js";
import { guesses } from "./guesses.js";
import { SeveralOutcomes } from "./create-runner.js";
import { impossibleStep } from "./impossible-step.js";
import type { LongProblem } from "./long-problem.js";
import { type Choice, createChoice, createTask, type LongQuestion } from "./long-task.js";
import { longWitness } from "./long-witness.js";
import { createNumberModel } from "./number-model.js";
import { createOrderSearch, type OrderSearch } from "./order/create-order-search.js";
import { adviceFor } from "./order-advice.js";
import { probe } from "./probe.js";
import { hintsOf, hintTimes } from "./hints.js";
import { searchLists } from "./lists/search-lists.js";
import { createScoreModel } from "./scores/score-model.js";
import { runAlongMoments } from "./scores/run-along-moments.js";
import { weakScores } from "./scores/weak-scores.js";
import { unexplainedByItself } from "./unexplained-by-itself.js";
import { within } from "./within.js";
import { wrongSize } from "./wrong-size.js";
import { type Effort, runSessions } from "./run-sessions.js";
import { type LongTask, type Saturated, saturate } from "./saturate.js";
import { unreachableResult } from "./unreachable-result.js";
import { createViews } from "./views.js";

/** What was found; `undefined` where neither a witness nor a contradiction was. */
export type LongFound = Decided<{ readonly witness: Witness }, { readonly stuck?: number }> | undefined;

/** What a run may take. */
interface LimitedEffort extends Effort {
  /** How many configurations it may visit for each operation. */
  readonly visits: number;
}

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
/** Of more operations than this, sights that are not vectors take longer to write down and to verify than to find. */
const MOST_LISTED = 2000;
/** How many runs of priority queues there are at first, and where other runs found nothing. */
const SCORE_RUNS = [6, 80] as const;
/** How many attempts to find one order there are where nothing else is asked, and how many before writers are tried. */
const [ORDER_ATTEMPTS, SOON] = [24, 2];
/** After how many operations all are taken to have heard of one, in the runs along one hint: first soon, then never. */
const DELAYS = [8, Infinity] as const;
/** The same of replicated types, of which it matters more what was heard of, as measured. */
const REPLICATED_DELAYS = [8, 5, 4, 3, Infinity] as const;
/** How many operations later than it was guessed to happen a query is swept for. */
const PATIENCE = 150;
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
  const whole = createTask(question, all, true);
  if (whole === undefined) return { verdict: "violated" };
  const { problem } = whole;
  const scores = lowest === highest ? createScoreModel(problem) : undefined;
  if (scores !== undefined && lowest === LEVEL.weak) {
    const decided = weakScores(scores, meter);
    if (decided === "none") return { verdict: "violated" };
    if (decided !== undefined) return { verdict: "satisfied", witness: decided.witness };
  }
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
  let choices: readonly Choice[] | undefined;
  const choicesOf = (): readonly Choice[] =>
    (choices ??= isWhole
      ? [createChoice(question, whole)]
      : [certain, all].flatMap((ids) => {
          const task = createTask(question, ids, false);
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
  /** A set or map that was said to have a size which it cannot have, if counting takes no more than so much. */
  const refuteSizes = (most: number): LongFound => {
    const { keys } = whole;
    if (keys?.lastWins !== true || keys.keys * problem.size > most) return undefined;
    const bounds = boundsOf();
    const stuck = bounds === undefined ? -1 : wrongSize(bounds, keys, meter);
    return stuck < 0 ? undefined : { verdict: "violated", stuck: problem.ids[stuck] };
  };
  /** A result that is out of reach however far all sessions are run; where a state is what steps make of another. */
  const refuteReach = (): LongFound => {
    const bounds = whole.meant === undefined ? boundsOf() : undefined;
    if (bounds === undefined) return undefined;
    const numbers = createNumberModel(problem, whole.sums, whole.keys);
    let stuck = unreachableResult(bounds, numbers, whole.keys, meter);
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
  const flatAttempt = createFlatAttempts();
  const share = Math.max(1, history.size / 1000) ** 1.5;
  /** Of many operations first where sights are vectors: what else is seen has to be listed, one by one. */
  const strong = history.size > MOST_LISTED ? [LEVEL.causal] : [];
  /** The same over flat lists, of objects that allow it. */
  function* attemptFlat(runs: number): Generator<void, LongFound> {
    for (const choice of choicesOf())
      for (const level of new Set([...strong, Math.min(highest, LEVEL.causal), lowest])) {
        const accepts = (witness: Witness): boolean => level >= highest || question.accepts(witness);
        const witness = yield* flatAttempt(choice, level, accepts, Math.ceil(share * runs), meter);
        if (witness !== undefined) return { verdict: "satisfied", witness };
      }
    return undefined;
  }
  /** Looks for a witness of a priority queue at the level itself, by so many runs along each hint. */
  function* attemptScores(runs: number): Generator<void, LongFound> {
    if (scores === undefined || (lowest !== LEVEL.basic && lowest !== LEVEL.monotonic)) return undefined;
    for (const { bounds, moments } of guesses(choicesOf()[0], lowest, meter)) {
      const witness = yield* runAlongMoments(scores, bounds, lowest, moments, runs, meter);
      if (witness !== undefined) return { verdict: "satisfied", witness };
    }
    return undefined;
  }
  const isOneOrder = lowest === LEVEL.complete;
  if (whole.meant?.isCircular() === true) return { verdict: "violated" };
  let found = conclude(saturate(whole, meter)) ?? refuteReach();
  if (found !== undefined) return found;
  found = yield* attemptScores(SCORE_RUNS[0]);
  if (found !== undefined) return found;
  const isFlat = !isOneOrder && choicesOf().every((choice) => createFlatModel(choice.taskAt(lowest)));
  if (isFlat) found = yield* attemptFlat(FLAT_RUNS[0]);
  found ??= refuteSizes(CHEAP_COUNT);
  if (isFlat) found ??= yield* attemptFlat(FLAT_RUNS[1]);
  const soon = isOneOrder ? SOON : isFlat ? 0 : 1;
  for (let step = 0; step < soon && found === undefined; step++)
    found = yield* attempt(firstLevels(highest, lowest, whole), step, FIRST);
  found ??= yield* attemptScores(SCORE_RUNS[1]);
  found ??= refuteSizes(Infinity);
  if (found !== undefined) return found;
  const bounds = whole.meant === undefined ? boundsOf() : undefined;
  const stuck = bounds === undefined ? -1 : unexplainedByItself(bounds, meter);
  if (stuck >= 0) return { verdict: "violated", stuck: problem.ids[stuck] };
  found = conclude(yield* probe(whole, meter, Math.ceil(PROBE_WORK / Math.max(1, history.size))));
  if (isFlat) found ??= yield* attemptFlat(FLAT_RUNS[2]);
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

/** A witness in which every operation has the level, along some hint. */
function* runAlongHints(
  question: LongQuestion,
  choice: Choice,
  level: number,
  highest: number,
  meter: Meter,
  { visits, ...effort }: LimitedEffort,
): Generator<void, Witness | undefined> {
  const { problem, keys, meant } = choice.taskAt(level);
  const views = meant?.views(level) ?? createViews(problem, keys);
  const advise = meant === undefined ? adviceFor(problem) : undefined;
  for (const guess of guesses(choice, level, meter))
    for (const delay of meant === undefined ? DELAYS : REPLICATED_DELAYS) {
      const guide = {
        problem,
        level,
        views,
        meter,
        bounds: guess.bounds,
        moments: guess.moments.slice(),
        fork: 2,
        patience: PATIENCE,
        delay,
        advise,
        learnt: meant === undefined ? undefined : new Map<number, Set<number>>(),
      };
      const found = yield* within(meter, visits * (problem.size + 64), runSessions(guide, effort));
      if (found === undefined || found === "stuck") continue;
      const witness = meant === undefined ? longWitness(problem, found.last) : meant.witness(found.last);
      if (witness === undefined) continue;
      if (level >= highest || question.accepts(witness)) return witness;
    }
  return undefined;
}
