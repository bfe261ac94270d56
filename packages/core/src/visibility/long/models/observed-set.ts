import { orSet } from "../../../types/or-set.js";
import type { LongProblem } from "../long-problem.js";

/**
 * Whether the objects are observed-remove sets: a remove takes away what it saw being added. Where each remove saw all
 * adds of its element that stand before it, what is there is what the last update says that is seen, as in a set.
 */
export const isObservedSet = ({ single }: Pick<LongProblem, "single">): boolean =>
  single.replicated === orSet.replicated;
