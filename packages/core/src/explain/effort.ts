import { type Budget, createBudget, Exhausted } from "../budget.js";
import type { SequentialType } from "../types/type.js";

/**
 * What explaining may cost. It is counted in states that trials visit, steps of the type that they take and
 * operations that they begin with, never by the clock: so that the same history has the same explanation, however fast the machine. The
 * caller's own limits hold besides.
 */
export interface Effort {
  /** Whether anything is left. */
  mayGoOn(): boolean;
  /** Takes note of a trial of so many operations that visited so many states. */
  spend(operations: number, states: number): void;
  /** The bounds of one trial. */
  readonly trial: Budget;
  /** The type for one trial: its steps are counted, and after too many of them the trial is given up. */
  counted(type: SequentialType): SequentialType;
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
      spent += PER_TRIAL + (PER_OPERATION * operations + states) * (1 + Math.floor(operations / LONG));
    },
    trial: createBudget({ ...budget.limits, states: trialStates }),
    counted(type) {
      let steps = 0;
      return Object.create(type, {
        step: {
          value(state: unknown, invocation: Parameters<SequentialType["step"]>[1]) {
            spent++;
            if (++steps > STEPS_PER_STATE * trialStates) throw new Exhausted("states");
            return type.step(state, invocation);
          },
        },
      }) as SequentialType;
    },
    left: () => Math.max(0, most - spent),
  };
}

/** What a trial costs beyond the states that it visits: to begin with, and for each operation. */
const [PER_TRIAL, PER_OPERATION] = [20, 2];
/** Each operation and state of a trial of so many operations costs twice as much, of twice as many three times. */
const LONG = 50;
/** How many steps of the type a trial may take for each state that it may visit. */
const STEPS_PER_STATE = 5;
