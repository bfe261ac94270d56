import { coverage } from "./coverage.js";
import { createMinTree } from "./min-tree.js";
import { createNearest } from "./nearest.js";
import { createStabTree } from "./stab-tree.js";

/**
 * When each value of a stack can have been pushed and popped, as half-open intervals of gaps. A
 * push cannot come after its pop, so the first ends no later than the second, and the second
 * starts no earlier than the first. From `pushTo` up to `popFrom` the value is certainly inside.
 */
export interface StackValues {
  readonly pushFrom: Int32Array;
  readonly pushTo: Int32Array;
  readonly popFrom: Int32Array;
  readonly popTo: Int32Array;
}

/** Where each value is pushed and popped, and how deep it lies: lower `depth` is closer to the bottom. */
export interface StackPlan {
  readonly pushGap: Int32Array;
  readonly popGap: Int32Array;
  readonly depth: Int32Array;
}

/**
 * Decrease and conquer (Lee & Mathur, "Efficient decrease-and-conquer linearizability monitoring",
 * OOPSLA 2025), O(n log n). Answers a plan, or the values that are left when none can go.
 *
 * Where no value is certainly inside, the stack may as well be empty: whatever is inside can be
 * pushed a little later or popped a little earlier, namely right there. Such a gap is *open*.
 * Between two open gaps that follow each other the stack is never empty, so one value lies at the
 * bottom all that time: its push holds the first of the two gaps, its pop the second. Any such
 * value will do. Without it, new gaps open up between the two; and so on with what is left.
 */
export function eliminate(values: StackValues, gapCount: number): StackPlan | { readonly left: number[] } {
  const { pushFrom, pushTo, popFrom, popTo } = values;
  const count = pushFrom.length;
  const inside = createMinTree(coverage({ from: pushTo, to: popFrom }, gapCount));
  const pushes = createStabTree(pushFrom, pushTo);
  const pops = createStabTree(popFrom, popTo);
  const reached = new Uint8Array(count); // 1: its push holds an open gap, 2: its pop does
  const log: number[] = []; // open gaps as they are, values that go as ~value
  const going: number[] = [];
  const reach = (value: number, by: number): void => {
    if (reached[value] === 3) return;
    reached[value] |= by;
    if (reached[value] === 3) going.push(value);
  };
  // A value never certainly inside is in nobody's way: pushed and popped at once, it may go at any time.
  for (let value = 0; value < count; value++) if (pushTo[value] >= popFrom[value]) reached[value] = 3;
  do {
    while (inside.least() === 0) {
      const gap = inside.where();
      inside.drop(gap);
      log.push(gap);
      pushes.stab(gap, (value) => reach(value, 1));
      pops.stab(gap, (value) => reach(value, 2));
    }
    for (let value = going.pop(); value !== undefined; value = going.pop()) {
      log.push(~value);
      inside.add(pushTo[value], popFrom[value], -1);
    }
  } while (inside.least() === 0);
  const left: number[] = [];
  for (let value = 0; value < count; value++) if (reached[value] !== 3) left.push(value);
  return left.length > 0 ? { left } : planOf(values, gapCount, log);
}

/**
 * Each value is pushed at the last gap before it is certainly inside, and popped at the first
 * after, of the gaps that were open when it went: so the spans of two values nest or lie apart.
 * In the end all gaps are open; the log is read backwards, so that they only disappear.
 */
function planOf({ pushTo, popFrom }: StackValues, gapCount: number, log: readonly number[]): StackPlan {
  const count = pushTo.length;
  // Where push and pop overlap they come one right after the other, whatever else is in the stack.
  const pushGap = popFrom.slice();
  const popGap = popFrom.slice();
  const depth = new Int32Array(count);
  const open = createNearest(gapCount);
  for (let i = log.length - 1; i >= 0; i--) {
    if (log[i] >= 0) {
      open.remove(log[i]);
      continue;
    }
    const value = ~log[i];
    depth[value] = i;
    pushGap[value] = open.below(pushTo[value] - 1);
    popGap[value] = open.above(popFrom[value]);
  }
  return { pushGap, popGap, depth };
}
