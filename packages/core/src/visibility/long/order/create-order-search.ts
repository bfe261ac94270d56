import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { asReplicated } from "../as-replicated.js";
import { type Guess, guesses } from "../guesses.js";
import { layeredOrder } from "./layered-order.js";
import type { LongProblem } from "../long-problem.js";
import type { Choice, LongQuestion } from "../long-task.js";
import { oneOrder, orderAttempt } from "../one-order.js";
import { createOrderMachine, type OrderMachine } from "./order-machine.js";
import { within } from "../within.js";

/** Looks for one order of a choice's operations, in attempts of growing effort. */
export interface OrderSearch {
  /** A witness in which each sees all before it, along some hint; "none" where it was shown that there is none. */
  attempt(step: number, meter: Meter): Generator<void, Witness | "none" | undefined>;
}

/** What was found in an attempt. */
type Found = readonly number[] | "stuck" | "none" | undefined;

/** Up to so many sessions all beginnings are followed, in the second attempt: more than this many are not. */
const [FEW_SESSIONS, MANY_BEGINNINGS] = [5, 4096];

/** The search for an order of the choice. What the attempts share is found once. */
export function createOrderSearch(question: LongQuestion, choice: Choice): OrderSearch {
  let machine: OrderMachine | "none" | undefined;
  let guessed: readonly Guess[] | undefined;
  function* along(guess: Guess, isFirst: boolean, step: number, meter: Meter): Generator<void, Found> {
    const { problem, keys, sums } = choice.taskAt(LEVEL.complete);
    const { visits, ...attempt } = orderAttempt(step);
    const most = visits * (problem.size + 64);
    machine ??= createOrderMachine(problem, keys, sums) ?? "none";
    if (machine === "none") return yield* within(meter, most, oneOrder({ ...guess, keys, meter }, attempt));
    const guide = { ...guess, machine, meter };
    if (step === 1 && isFirst && problem.sessions.length <= FEW_SESSIONS) {
      const exact = { ...attempt, width: MANY_BEGINNINGS, isExact: true };
      const found = yield* within(meter, most, layeredOrder(guide, exact));
      if (found !== undefined && found !== "stuck") return found;
    }
    return yield* within(meter, most, layeredOrder(guide, { ...attempt, isExact: false }));
  }
  return {
    *attempt(step, meter) {
      const { problem } = choice.taskAt(LEVEL.complete);
      const known = choice.at(LEVEL.complete, meter);
      if (guessed === undefined || ("bounds" in known && guessed[0]?.bounds !== known.bounds))
        guessed = [...guesses(choice, LEVEL.complete, meter)];
      for (const [at, guess] of guessed.entries()) {
        const found = yield* along(guess, at === 0, step, meter);
        if (found === "none") return "none";
        if (found === undefined || found === "stuck") continue;
        if (!isExplained(problem, found)) {
          machine = "none";
          return undefined;
        }
        const witness = witnessOf(question, problem, found);
        if (witness !== undefined) return witness;
      }
      return undefined;
    },
  };
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
