import { expect, test } from "vitest";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { Value } from "../../../history/value.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { createLongProblem, type LongProblem } from "../long-problem.js";
import { moveOne } from "./move-one.js";
import { type Advice, adviceFor } from "./order-advice.js";
import { createViews, type View } from "./views.js";

/** The problem of calls, each in its own session, and the view of all but the last in the order of their numbers. */
function viewed(
  type: SequentialType,
  ...calls: readonly (readonly [method: string, args: readonly Value[], result?: Value])[]
): { readonly problem: LongProblem; readonly view: View; readonly last: number } {
  const builder = createHistoryBuilder({ type: type.name });
  calls.forEach(([method, args, result], session) => {
    builder.add({ session, method, args, ...(result !== undefined && { result }) });
  });
  const history = builder.finish();
  const ids = Int32Array.from(calls, (_, id) => id);
  const problem = createLongProblem(history, type, undefined, "session", ids, false) as LongProblem;
  const last = calls.length - 1;
  const views = createViews(problem, undefined);
  const updates = Array.from({ length: last }, (_, operation) => ({ operation, place: operation }));
  return { problem, view: views.insertAll(views.empty, updates), last };
}

/** Whether the operation is explained once the updates stand as advised, and else as they stood. */
function helps(problem: LongProblem, operation: number, advice: readonly Advice[]): boolean {
  const order = Array.from({ length: operation }, (_, update) => update);
  for (const [first, second] of advice) {
    if (order.indexOf(first) < order.indexOf(second)) continue;
    order.splice(order.indexOf(second), 1);
    order.splice(order.indexOf(first) + 1, 0, second);
  }
  return problem.explains(order.reduce(problem.next, problem.initial), operation);
}

test("a queue: what is polled though it stands behind others is put in front of them", () => {
  const { problem, view, last } = viewed(types.queue, ["offer", [1]], ["offer", [2]], ["peek", [], 2]);
  const advice = adviceFor(problem)([view], last);
  expect(advice).toEqual([[1, 0]]);
  expect(helps(problem, last, advice)).toBe(true);
});

test("a queue: what was polled and is still there is put behind what is in front", () => {
  const { problem, view, last } = viewed(
    types.queue,
    ["offer", [1]],
    ["offer", [2]],
    ["poll", []],
    ["peek", [], 1],
  );
  const advice = adviceFor(problem)([view], last);
  expect(advice).toEqual([[1, 0]]);
  expect(helps(problem, last, advice)).toBe(true);
});

test("a stack: what lies above the element is pushed before it, or who popped it came before it", () => {
  const above = viewed(types.stack, ["push", [1]], ["push", [2]], ["peek", [], 1]);
  expect(adviceFor(above.problem)([above.view], above.last)).toEqual([[1, 0]]);
  const popped = viewed(types.stack, ["push", [1]], ["pop", []], ["peek", [], 1]);
  const advice = adviceFor(popped.problem)([popped.view], popped.last);
  expect(advice).toEqual([[1, 0]]);
  expect(helps(popped.problem, popped.last, advice)).toBe(true);
});

test("any other type: one update is moved, the shortest way", () => {
  const { problem, view, last } = viewed(types.rpq, ["rem", [1]], ["add", [1, 10]], ["max", [], null]);
  const advice = moveOne(problem, view, last);
  expect(advice).toEqual([[1, 0]]);
  expect(helps(problem, last, advice)).toBe(true);
});

test("no advice where no move helps", () => {
  const { problem, view, last } = viewed(types.rpq, ["add", [1, 10]], ["max", [], [7, 1]]);
  expect(adviceFor(problem)([view], last)).toEqual([]);
});
