import { type Budget, createBudget, Exhausted, orExhausted } from "../budget.js";
import { type SequentialType, stateKey } from "../types/type.js";
import type { Work } from "../witness/scene/reach.js";
import { stopwatch } from "./stopwatch.js";

/**
 * What explaining may cost. It is counted in elementary steps, of searches and of the type, and not by the clock: so
 * that the same history has the same explanation, however fast the machine. The caller's own limits hold besides; and
 * the clock ends it where steps take far longer than they should, as those of a user's own type may.
 */
export interface Effort {
  /** Whether anything is left. */
  mayGoOn(): boolean;
  /** What is left of it, in elementary steps. */
  left(): number;
  /** Takes note of so many steps. Whether there were as many left. */
  pay(steps: number): boolean;
  /**
   * A part of it for one purpose: at most this share of the whole, and no more than is left. One trial may visit
   * as many states as given.
   */
  share(part: number, trialStates: number): Effort;
  /** A part of what is left of it. */
  shareOfRest(part: number): Effort;
  /** Tries something with a history of so many operations; `undefined` where that is given up, or nothing is left. */
  attempt<Answer>(operations: number, trial: () => Answer): Answer | undefined;
  /** The bounds of one trial. */
  readonly trial: Budget;
  /** The type for trials: its steps are counted, and after too many of them the trial is given up. */
  counted(type: SequentialType): SequentialType;
  /** What a scene counts, paid for as it is done. Throws `Exhausted` where there is not enough for it. */
  work(): Work;
}

/** About a second and a quarter: a third of what the clock allows, so that it is never the clock that ends it. */
const EXPLANATION = 50_000_000;
/** After so many milliseconds of the processor the clock ends it, where steps take far longer than they should. */
const MOST_MILLISECONDS = 5000;
/** Of more operations it takes longer to prepare each step than is counted: then the clock ends it sooner. */
const [LONG_HISTORY, MOST_OF_LONG] = [2000, 1800];
/** What a scene counts as one, in elementary steps; and it is paid for so many at a time. */
export const STEPS_PER_WORK = 75;
const LOT = 200;
/** The states that one trial may visit, where nothing else is said. */
const TRIAL_STATES = 20_000;
/** What one trial may take of an effort; and what it counts to prepare one of a history however long. */
const [TRIAL_SHARE, START_SHARE] = [0.4, 0.1];
/** What a trial takes before it visits a state: to begin with, and for each operation. */
const [PER_TRIAL, PER_OPERATION] = [2000, 300];
/** To prepare a trial of so many operations takes twice as much for each, of twice as many three times. */
const LONG = 50;
/** A step of a type, each argument or part of one, and each letter of what stands for a state. */
const [PER_STEP, PER_ARGUMENT, PER_LETTER] = [60, 15, 2];

/** What one explanation of a history of so many operations may cost in all. */
export function explanationEffort({ limits }: Budget, operations = 0): Effort {
  const isOver = stopwatch(operations > LONG_HISTORY ? MOST_OF_LONG : MOST_MILLISECONDS);
  const cancelled = (): boolean => limits.cancelled?.() === true || isOver();
  return createEffort(createBudget({ ...limits, cancelled }), EXPLANATION, TRIAL_STATES);
}

/**
 * An effort of so many steps, of which one trial may visit as many states as given.
 *
 * @param within what it is a part of, which is told of all that is spent
 */
export function createEffort(budget: Budget, most: number, trialStates: number, within?: Effort): Effort {
  let spent = 0;
  let ofTrial = 0;
  const pay = (steps: number): boolean => {
    spent += steps;
    const isEnough = within?.pay(steps) !== false;
    return isEnough && spent <= most;
  };
  const payInTrial = (steps: number): boolean => {
    ofTrial += steps;
    return pay(steps) && ofTrial <= TRIAL_SHARE * most;
  };
  const mayGoOn = (): boolean =>
    spent < most && (within?.mayGoOn() ?? budget.exceeded(0, 0, 0) === undefined);
  const orGiveUp = (steps: number): void => {
    if (!payInTrial(steps)) throw new Exhausted("states");
  };
  const left = (): number => Math.max(0, Math.min(most - spent, within?.left() ?? Infinity));
  const effort: Effort = {
    mayGoOn,
    left,
    pay,
    share: (part, states) => createEffort(budget, Math.min(part * most, left()), states, effort),
    shareOfRest: (part) => createEffort(budget, part * left(), trialStates, effort),
    attempt<Answer>(operations: number, trial: () => Answer) {
      if (!mayGoOn()) return undefined;
      ofTrial = 0;
      const start = PER_TRIAL + PER_OPERATION * operations * (1 + Math.floor(operations / LONG));
      pay(Math.min(start, START_SHARE * most));
      return orExhausted<Answer | undefined>(trial, () => undefined);
    },
    trial: createBudget({ ...budget.limits, states: trialStates, pay: payInTrial }),
    counted: (type) =>
      Object.create(type, {
        step: {
          value(state: unknown, invocation: Parameters<SequentialType["step"]>[1]) {
            orGiveUp(PER_STEP + PER_ARGUMENT * invocation.args.flat().length);
            return type.step(state, invocation);
          },
        },
        key: {
          value(state: unknown) {
            const key = stateKey(type, state);
            if (typeof key === "string") orGiveUp(PER_LETTER * key.length);
            return key;
          },
        },
      }) as SequentialType,
    work: () =>
      new PaidWork((steps) => {
        if (!pay(steps) || !mayGoOn()) throw new Exhausted("states");
      }),
  };
  return effort;
}

/** Work that is paid for a lot at a time. A class, for its accessors are those of all: see `Writable`. */
class PaidWork implements Work {
  private readonly pay: (steps: number) => void;
  private count = 0;
  private paid = 0;

  constructor(pay: (steps: number) => void) {
    this.pay = pay;
  }

  get done(): number {
    return this.count;
  }

  set done(now: number) {
    this.count = now;
    if (now - this.paid < LOT) return;
    const steps = STEPS_PER_WORK * (now - this.paid);
    this.paid = now;
    this.pay(steps);
  }
}
