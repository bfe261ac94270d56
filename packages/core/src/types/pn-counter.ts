import { counter } from "./counter.js";
import type { SequentialType } from "./type.js";

/**
 * A counter that several replicas count on: the sum of all that is seen, in whatever order. `initial` is an
 * integer. That is what `counter` says, too: additions commute.
 */
export const pnCounter: SequentialType = {
  ...counter,
  name: "pn-counter",
  doc: "A replicated counter: the sum of all increments and decrements that are seen.",
};
