import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { createRandom } from "../../../random.js";
import { annealStack } from "./anneal-stack.js";
import { asReplicated } from "../models/as-replicated.js";
import { elementAttempt, putOrder } from "./element-attempts.js";
import { createElementMachine, type ElementMachine } from "./element-machine.js";
import { elementLayers } from "./element-place.js";
import type { Bounds } from "../conclude/bounds.js";
import { type Guess, guesses } from "../hints/guesses.js";
import { remembered } from "../hints/remembered.js";
import { layeredOrder } from "./layered-order.js";
import type { LongProblem } from "../long-problem.js";
import type { Choice, LongQuestion } from "../long-task.js";
import { oneOrder, orderAttempt } from "./one-order.js";
import { createOrderMachine, type OrderMachine } from "./order-machine.js";
import { keyedLayers } from "./order-place.js";
import { sizeLayers } from "./size-place.js";
import { tableOrder } from "./table-order.js";
import { within } from "../within.js";

/** Looks for one order of a choice's operations, in attempts of growing effort. */
export interface OrderSearch {
  /** A witness in which each sees all before it, along some hint; "none" where it was shown that there is none. */
  attempt(step: number, meter: Meter): Generator<void, Witness | "none" | undefined>;
}

/** What was found in an attempt. */
type Found = readonly number[] | "stuck" | "none" | undefined;

/** The first attempt; and the next, where sessions are few, in which all beginnings are followed if they are not too many. */
const NARROW = { width: 12, isExact: false } as const;
const WHOLE = { width: 4096, isExact: true, visits: 600 } as const;
/** Of how many sessions, or operations. */
const [FEW_SESSIONS, SHORT] = [5, 64];
/** How many times as much the later attempts may visit here. */
const TIMES_MORE = 2.5;
/** What is tried before of a queue or a stack where sessions are fewer still: whether sizes alone leave no order. */
const SIZES = { ...WHOLE, width: 20_000, visits: 160, weights: orderAttempt(0).weights, seed: 1 };
const FEWER_SESSIONS = 4;
/** What part of it may be visited for a queue or a stack where less is asked than one order. */
const LOWER_SHARE = 0.3;
/** No more than that part of so much for each operation. */
const LOWER_VISITS = 400;

/**
 * How often a stack's order is put right from where it was guessed, by how many moves for each operation; and how many
 * operations there are at least for each value.
 */
const [RESTARTS, ANNEALED, VALUES_SHARE] = [3, 120, 40];

/** The search for an order of the choice. What the attempts share is found once. */
export function createOrderSearch(question: LongQuestion, choice: Choice): OrderSearch {
  let machine: OrderMachine | "none" | undefined;
  let elements: ElementMachine | "none" | undefined;
  const share = question.levels.every((level) => level === LEVEL.complete) ? 1 : LOWER_SHARE;
  let guessed: { readonly bounds: Bounds; readonly all: Iterable<Guess> } | undefined;
  function* along(guess: Guess, isFirst: boolean, step: number, meter: Meter): Generator<void, Found> {
    const { problem, keys, sums } = choice.taskAt(LEVEL.complete);
    const { visits, ...attempt } = orderAttempt(step);
    const most = visits * (problem.size + 64);
    elements ??= (problem.size > SHORT ? createElementMachine(problem) : undefined) ?? "none";
    if (elements !== "none") return yield* alongElements(elements, guess, isFirst, step, share, meter);
    machine ??= createOrderMachine(problem, keys, sums) ?? "none";
    if (machine === "none") return yield* within(meter, most, oneOrder({ ...guess, keys, meter }, attempt));
    const guide = { ...guess, machine: keyedLayers(guess.bounds, machine), meter };
    if (step === 0) {
      const first = yield* within(meter, most, layeredOrder(guide, { ...attempt, ...NARROW }));
      if (first !== undefined && first !== "stuck") return first;
      if (!isFirst || (problem.sessions.length > FEW_SESSIONS && problem.size > SHORT)) return first;
      return yield* within(meter, WHOLE.visits * problem.size, layeredOrder(guide, { ...attempt, ...WHOLE }));
    }
    const { weights } = orderAttempt(step - 1);
    const wide = { ...attempt, weights, width: 2 * attempt.width, isExact: false };
    return yield* within(meter, TIMES_MORE * most, layeredOrder(guide, wide));
  }
  return {
    *attempt(step, meter) {
      const { problem } = choice.taskAt(LEVEL.complete);
      const known = choice.at(LEVEL.complete, meter);
      if ("contradiction" in known) return undefined;
      if (guessed?.bounds !== known.bounds)
        guessed = {
          bounds: known.bounds,
          all: remembered(guesses(choice, LEVEL.complete, meter), (guess) => guess),
        };
      let isFirst = true;
      for (const guess of guessed.all) {
        const found = yield* along(guess, isFirst, step, meter);
        isFirst = false;
        if (found === "none") return "none";
        if (found === undefined || found === "stuck") continue;
        if (!isExplained(problem, found)) {
          machine = elements = "none";
          return undefined;
        }
        const witness = witnessOf(question, problem, found);
        if (witness !== undefined) return witness;
      }
      return undefined;
    },
  };
}

/** The same of a queue or a stack: in layers or along a table; and of a stack of few elements from one order to the next. */
function* alongElements(
  elements: ElementMachine,
  guess: Guess,
  isFirst: boolean,
  step: number,
  share: number,
  meter: Meter,
): Generator<void, Found> {
  const found = yield* inLayers(elements, guess, isFirst, step, share, meter);
  if (Array.isArray(found) || found === "none") return found;
  const { problem } = guess.bounds;
  const isMoved = share === 1 && isAnnealed(elements, problem);
  for (let left = isMoved ? RESTARTS : 0; left > 0; left--) {
    const random = createRandom(problem.size + RESTARTS * step + left);
    const order = yield* annealStack(
      problem,
      elements,
      guess.moments,
      ANNEALED * problem.size,
      random,
      meter,
    );
    if (order !== undefined) return order;
  }
  return found;
}

function* inLayers(
  elements: ElementMachine,
  guess: Guess,
  isFirst: boolean,
  step: number,
  share: number,
  meter: Meter,
): Generator<void, Found> {
  const { bounds, moments } = guess;
  const { size, sessions } = bounds.problem;
  const isOfFew = sessions.length <= FEW_SESSIONS;
  if (step === 0 && isFirst && sessions.length <= FEWER_SESSIONS && share === 1)
    if (yield* isNoneBySizes(elements, guess, meter)) return "none";
  const attempt = elementAttempt(elements, isOfFew, step);
  const most = share * (share < 1 ? Math.min(LOWER_VISITS, attempt.visits) : attempt.visits) * size;
  const width = Math.ceil(share * attempt.width);
  if (attempt.kind === "table")
    return yield* within(meter, most, tableOrder(guess, elements, { ...attempt, width }, 1 + step, meter));
  const { slack, apart, isExact, weights } = attempt;
  if (isExact && (!isFirst || !isOfFew)) return undefined;
  const order = slack < Infinity ? putOrder(elements, moments, slack) : undefined;
  const machine = elementLayers(bounds, elements, apart, order, meter);
  const running = layeredOrder({ ...guess, machine, meter }, { width, isExact, weights, seed: 1 + step });
  return yield* within(meter, most, running);
}

/** Whether orders of a stack are put right move by move: where nothing but sessions is in the way, and elements are few. */
const isAnnealed = ({ isQueue, values }: ElementMachine, { crosses, size }: LongProblem): boolean =>
  !isQueue && !crosses && values * VALUES_SHARE <= size;

/** Whether there is no order even if no more is held than the size. */
function* isNoneBySizes(elements: ElementMachine, guess: Guess, meter: Meter): Generator<void, boolean> {
  const { visits, ...attempt } = SIZES;
  const running = layeredOrder({ ...guess, machine: sizeLayers(guess.bounds, elements), meter }, attempt);
  return (yield* within(meter, visits * guess.bounds.problem.size, running)) === "none";
}

/** Whether the type itself explains all results in this order: a result that it never returns may say nothing to the machine. */
function isExplained(problem: LongProblem, order: readonly number[]): boolean {
  let state = problem.initial;
  return order.every((operation) => {
    const explained = problem.explains(state, operation);
    state = problem.next(state, operation);
    return explained;
  });
}

function witnessOf(
  { initial }: LongQuestion,
  problem: LongProblem,
  order: readonly number[],
): Witness | undefined {
  const { replicated } = problem.type;
  if (replicated?.ordered) return asReplicated(problem, replicated, initial).orderWitness(order);
  return { linearization: order.map((operation) => problem.ids[operation]), visibility: {} };
}
