import { HistoryError } from "../history/error.js";
import type { History } from "../history/history.js";
import { nearest } from "../text/nearest.js";

/** A criterion and what it asks, in one sentence. */
export interface Criterion {
  readonly name: CriterionName;
  readonly doc: string;
}

export type CriterionName = "linearizability" | "sequential";

/** All criteria, by name. */
export const criteria: Readonly<Record<CriterionName, Criterion>> = {
  linearizability: {
    name: "linearizability",
    doc: "one order of all operations that extends session order, happens-before and real time and explains every result",
  },
  sequential: {
    name: "sequential",
    doc: "one order of all operations that extends session order and declared happens-before and explains every result",
  },
};

/** The criterion of that name; by default linearizability where the history has real time, else sequential. */
export function findCriterion(name: string | undefined, history: History): CriterionName {
  if (name === undefined) return history.timed ? "linearizability" : "sequential";
  if (Object.hasOwn(criteria, name)) return name as CriterionName;
  const meant = nearest(name, Object.keys(criteria));
  throw new HistoryError(
    `unknown criterion "${name}": ${meant === undefined ? `the criteria are ${Object.keys(criteria).join(", ")}` : `did you mean "${meant}"?`}`,
  );
}
