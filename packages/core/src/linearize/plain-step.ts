import type { Label } from "../history/history.js";
import { equal } from "../history/value.js";
import type { Outcome, SequentialType } from "../types/type.js";

/**
 * The steps that a plain attempt may take for each operation that it has passed, and those that it may spend on
 * top of them: what needs more is worth the preparations of a real search.
 */
export const [STEPS_EACH, STEPS_SPARE] = [5, 64];

/** Steps of a type, taken as they come: nothing is interned or remembered. */
export interface PlainSteps {
  /** How many were taken. */
  count: number;
  /** The state after the last step that was possible. */
  after: unknown;
  /** Whether the operation may happen in this state; `undefined` where it may, and leave several states behind. */
  isPossible(state: unknown, label: Label): boolean | undefined;
}

/** Steps of the type, none taken yet. */
export function createPlainSteps(type: SequentialType): PlainSteps {
  const steps: PlainSteps = {
    count: 0,
    after: undefined,
    isPossible(state, label) {
      steps.count++;
      const wanted = label.result;
      const stepped = type.step(state, label);
      if (!Array.isArray(stepped)) {
        const { state: after, result } = stepped as Outcome<unknown>;
        steps.after = after;
        return wanted === undefined || equal(result, wanted);
      }
      let ways = 0;
      for (const { state: after, result } of stepped as readonly Outcome<unknown>[]) {
        if (wanted !== undefined && !equal(result, wanted)) continue;
        if (ways++ > 0 && after !== steps.after) return undefined;
        steps.after = after;
      }
      return ways > 0;
    },
  };
  return steps;
}
