import { expect } from "vitest";
import { expectSame } from "../../expect-same.js";
import type { LongProblem } from "@sightline/core/visibility/long/long-problem.js";

/** Expects that these are all operations, each session in its order, and that they explain each other, run from the start. */
export function expectExplains(problem: LongProblem, order: readonly number[]): void {
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: problem.size }, (_, at) => at));
  const place = new Map(order.map((operation, at) => [operation, at]));
  for (const members of problem.sessions)
    for (let at = 1; at < members.length; at++)
      expectSame((place.get(members[at - 1]) ?? 0) < (place.get(members[at]) ?? 0), true, "session order");
  let state = problem.initial;
  for (const operation of order) {
    expectSame(problem.explains(state, operation), true, () => `operation ${operation}`);
    state = problem.next(state, operation);
  }
}
