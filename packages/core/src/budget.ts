import type { ErrorCode } from "./errors/error-code.js";

/** Why a search stopped before it knew. `lost`: one worker of a cluster after another was lost over the same part of it. */
export type Shortage = "deadline" | "memory" | "states" | "cancelled" | "lost";

/** What a search may use, as engines ask for it: moments and bytes. Every bound is optional. */
export interface Bounds {
  /** A moment on the clock of `performance.now()`, in milliseconds. */
  readonly deadline?: number;
  /** The most memory in bytes, as `usedBytes` counts it. */
  readonly memory?: number;
  /**
   * How many bytes the process uses now, where so many more are about to be allocated; without it only
   * `reserved` bytes count.
   */
  readonly usedBytes?: (moreBytes: number) => number;
  /** The most configurations that one search may visit. */
  readonly states?: number;
  /**
   * Told of work as it is done, in elementary steps of some tens of nanoseconds: is there enough for it? Counted,
   * never timed, by all searches that share these bounds together.
   */
  readonly pay?: (steps: number) => boolean;
  /** Asked now and then: has the user given up? */
  readonly cancelled?: () => boolean;
}

/**
 * The bounds of one run, asked by every engine about once per thousand steps and before each
 * growth of a table. Engines never throw for want of a resource: they return `unknown`.
 */
export interface Budget {
  readonly limits: Bounds;
  /**
   * What has run out, if anything.
   * @param states configurations visited so far by the asking search
   * @param moreBytes bytes that the asking search is about to allocate
   * @param steps elementary steps since it asked before. Default: about a thousand configurations
   */
  exceeded(states: number, moreBytes?: number, steps?: number): Shortage | undefined;
}

/** What an engine does between two times that it asks, where it does not say. */
const USUAL_STEPS = 10_000;
/** To fill so many bytes takes as long as an elementary step. */
const BYTES_PER_STEP = 16;

/** A budget over the given limits; without limits it never runs out. */
export function createBudget(limits: Bounds = {}): Budget {
  let reserved = 0;
  return {
    limits,
    exceeded(states, moreBytes = 0, steps = USUAL_STEPS) {
      if (limits.states !== undefined && states > limits.states) return "states";
      if (limits.pay?.(steps + moreBytes / BYTES_PER_STEP) === false) return "states";
      if (limits.deadline !== undefined && performance.now() > limits.deadline) return "deadline";
      if (limits.memory !== undefined) {
        const used = limits.usedBytes === undefined ? reserved : limits.usedBytes(moreBytes);
        if (used + moreBytes > limits.memory) return "memory";
        reserved += moreBytes;
      }
      return limits.cancelled?.() ? "cancelled" : undefined;
    },
  };
}

/** The same limits with another bound on states, for runs that double their effort. */
export function withStates(budget: Budget, states: number): Budget {
  return createBudget({ ...budget.limits, states: Math.min(states, budget.limits.states ?? Infinity) });
}

/** The same limits but for the time, within this bound on states: for what must not depend on a machine's speed. */
export function withoutDeadline(budget: Budget, states: number): Budget {
  const { deadline: _, ...limits } = budget.limits;
  return createBudget({ ...limits, states });
}

/**
 * Thrown where a resource runs out in the middle of a step, deep inside a search; whoever started
 * the search turns it into `unknown`.
 */
export class Exhausted extends Error {
  override readonly name = "Exhausted";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL1307" satisfies ErrorCode;
  readonly shortage: Shortage;

  constructor(shortage: Shortage) {
    super(`out of budget: ${shortage}`);
    this.shortage = shortage;
  }
}

/** What `search` answers, or what `otherwise` makes of the resource that ran out. */
export function orExhausted<Answer>(search: () => Answer, otherwise: (shortage: Shortage) => Answer): Answer {
  try {
    return search();
  } catch (error) {
    if (error instanceof Exhausted) return otherwise(error.shortage);
    throw error;
  }
}
