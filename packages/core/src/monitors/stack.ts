import { type ContainerMethods, contentsOf, type Contents } from "./contents.js";
import { type Intervals, nextUncovered } from "./coverage.js";
import { insertAnywhere, type Moments, momentsOf } from "./moments.js";
import { createPlacing } from "./placing.js";
import { sortedBy } from "./sorted-by.js";
import { defineMonitor, satisfied, violation, words } from "./monitor.js";
import { neverEmpty } from "./never-empty.js";
import { stackViolation } from "./stack-violation.js";
import { eliminate, type StackPlan, type StackValues } from "./stack-elimination.js";

const methods: ContainerMethods = {
  insert: "push",
  inserted: null,
  remove: "pop",
  queries: new Set(["peek", "size", "isEmpty"]),
  peeks: false,
};

/**
 * Decides stacks to which each value is pushed at most once, in O(n log n): see `eliminate`.
 *
 * It refuses (see `contentsOf`) values pushed twice, pops without a result, peeks at a value,
 * sizes other than zero, `isEmpty() => false`, and stacks that do not start empty.
 */
export const stackMonitor = defineMonitor((part) => {
  const contents = contentsOf(part, methods);
  if (contents === undefined || "verdict" in contents) return contents;
  const { insert, remove, empty, free } = contents;
  const moments = momentsOf(part);
  for (let value = 0; value < insert.length; value++)
    if (remove[value] >= 0 && moments.ret[remove[value]] < moments.call[insert[value]])
      return violation(
        part,
        [insert[value], remove[value]],
        `${words(part, remove[value])} returned before ${words(part, insert[value])} was called`,
      );
  const values = stackValues(moments, contents);

  const present: Intervals = { from: values.pushTo, to: values.popFrom };
  const uncovered = nextUncovered(present, moments.count);
  const emptyGap: number[] = [];
  for (const row of empty) {
    const gap = uncovered[moments.call[row]];
    if (gap >= moments.ret[row])
      return neverEmpty(part, moments, row, present, (value) => [
        insert[value],
        insert[value],
        remove[value],
      ]);
    emptyGap.push(gap);
  }
  const plan = eliminate(values, moments.count + 1);
  if ("left" in plan) return stackViolation(part, contents, values, plan.left);
  return satisfied(part, insertAnywhere(moments, linearize(contents, values, plan, emptyGap), free));
});

/** The gaps of each push and pop; a value that stays is popped in one more gap, after all events. */
function stackValues({ call, ret, count }: Moments, { insert, remove }: Contents): StackValues {
  const pushFrom = insert.map((row) => call[row]);
  const popTo = remove.map((row) => (row < 0 ? count + 1 : ret[row]));
  return {
    pushFrom,
    pushTo: insert.map((row, value) => Math.min(ret[row], popTo[value])),
    popFrom: remove.map((row, value) => (row < 0 ? count : Math.max(call[row], pushFrom[value]))),
    popTo,
  };
}

/**
 * The plan as one order. In one gap: pops from the top down, then observations of an empty stack,
 * then values pushed and popped at once, then pushes from the bottom up.
 */
function linearize(
  { insert, remove, empty }: Contents,
  { pushTo, popFrom }: StackValues,
  { pushGap, popGap, depth }: StackPlan,
  emptyGap: readonly number[],
): Int32Array {
  const placing = createPlacing(2 * insert.length + empty.length);
  const place = (row: number, gap: number, kind: number): void => placing.put(row, 4 * gap + kind);
  const fromBottom = sortedBy(depth);
  for (const value of fromBottom.toReversed())
    if (remove[value] >= 0 && pushTo[value] < popFrom[value]) place(remove[value], popGap[value], 0);
  empty.forEach((row, i) => place(row, emptyGap[i], 1));
  for (const value of fromBottom) {
    if (pushTo[value] < popFrom[value]) place(insert[value], pushGap[value], 3);
    else {
      place(insert[value], pushGap[value], 2);
      place(remove[value], popGap[value], 2);
    }
  }
  return placing.order();
}
