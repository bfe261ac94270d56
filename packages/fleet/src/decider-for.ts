import { decideWithin, measureWithin } from "@sightline/core";
import { checkDecider, type CheckTools } from "./jobs/check-decider.js";
import { measureDecider, type MeasureTools } from "./jobs/measure-decider.js";
import { checkLazily, explainLazily, explainOpen } from "./lazy-check.js";
import { conquerHere } from "./cubes/conquer-here.js";
import { checkParallel } from "./parallel/check-parallel.js";
import type { Assignment, Decider } from "./work.js";

/** What deciders are made of, but for what the surroundings know. */
export const realTools = {
  decide: decideWithin,
  check: checkLazily,
  explain: explainLazily,
  explainOpen,
  checkParallel,
  conquer: conquerHere,
  measure: measureWithin,
  now: () => performance.now(),
} as const;

/** The decider of an assignment, made of these tools. */
export function deciderFor(assignment: Assignment, tools: CheckTools & MeasureTools): Decider<unknown> {
  switch (assignment.kind) {
    case "check":
      return checkDecider(assignment.job, tools);
    case "measure":
      return measureDecider(assignment.job, tools);
  }
}
