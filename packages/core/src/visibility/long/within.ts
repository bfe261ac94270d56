import { Exhausted } from "../../budget.js";
import type { Meter } from "../meter.js";

/** What the search finds within so many configurations, or `undefined`; throws where the budget itself is spent. */
export function* within<Answer>(
  meter: Meter,
  configurations: number,
  running: Generator<void, Answer>,
): Generator<void, Answer | undefined> {
  meter.allow(configurations);
  try {
    return yield* running;
  } catch (error) {
    if (error instanceof Exhausted && !meter.isSpent()) return undefined;
    throw error;
  } finally {
    meter.allow(Infinity);
  }
}
