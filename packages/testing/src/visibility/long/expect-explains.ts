import { expect } from "vitest";
import type { LongProblem } from "@sightline/core/visibility/long/long-problem.js";

/** Expects that these are all operations, each session in its order, and that they explain each other, run from the start. */
export function expectExplains(problem: LongProblem, order: readonly number[]): void {
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: problem.size }, (_, at) => at));
  const place = new Map(order.map((operation, at) => [operation, at]));
  for (const members of problem.sessions)
    expect([...members].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))).toEqual([...members]);
  let state = problem.initial;
  for (const operation of order) {
    expect(problem.explains(state, operation), `operation ${operation}`).toBe(true);
    state = problem.next(state, operation);
  }
}
