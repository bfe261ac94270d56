import { type Budget, createBudget } from "../budget.js";

/**
 * What explaining may cost. It is counted in states that trials visit and operations that they begin with,
 * never by the clock: so that the same history has the same explanation, however fast the machine. The
 * caller's own limits hold besides.
 */
export interface Effort {
  /** Whether anything is left. */
  mayGoOn(): boolean;
  /** Takes note of a trial of so many operations that visited so many states. */
  spend(operations: number, states: number): void;
  /** The bounds of one trial. */
  readonly trial: Budget;
  /** What is left of it. */
  left(): number;
}

/** An effort of so many units, of which one trial may visit as many states as given. */
export function createEffort(budget: Budget, most: number, trialStates: number): Effort {
  const { deadline = Infinity, cancelled } = budget.limits;
  let spent = 0;
  return {
    mayGoOn: () => spent < most && performance.now() < deadline && cancelled?.() !== true,
    spend(operations, states) {
      spent += PER_TRIAL + PER_OPERATION * operations + states;
    },
    trial: createBudget({ ...budget.limits, states: trialStates }),
    left: () => Math.max(0, most - spent),
  };
}

/** What a trial costs beyond the states that it visits: to begin with, and for each operation. */
const [PER_TRIAL, PER_OPERATION] = [20, 2];
