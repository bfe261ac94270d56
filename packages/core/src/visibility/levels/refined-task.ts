import type { Label } from "../../history/history.js";
import { createExecution, type Execution } from "../execution.js";
import type { Meter } from "../meter.js";
import type { Problem } from "../problem.js";
import type { SearchTask } from "./search-task.js";
import { elements } from "../sets.js";

/** The most states to look at for updates that commute. */
const MOST_STATES = 256;

/**
 * The same task, told apart more coarsely: states that no result of this history can tell apart are one
 * (the type's `quotient` hint), and two updates conflict only if their order then still makes a
 * difference in some state that these updates lead to. Where a queue is only asked for its size, all
 * elements are alike, and so are all orders of offers.
 *
 * It takes a walk over the states, so it is for a search that proves long. Where there are many, the
 * hints alone say what conflicts.
 */
export function refinedTask<Bits>(
  problem: Problem<Bits>,
  task: SearchTask<Bits>,
  meter: Meter,
): SearchTask<Bits> {
  const { sets } = task;
  const execution = mergedExecution(problem, task);
  let updates = sets.empty;
  for (let left = task.obligations; !sets.isEmpty(left); left = sets.rest(left))
    updates = sets.union(updates, task.relevant[sets.first(left)]);
  const members = elements(sets, updates);
  const states = statesWithin(execution, members, meter);
  if (states === undefined) return { ...task, execution };
  /** From every state, both orders lead to the same state. */
  const commute = (a: number, b: number): boolean => {
    meter.work(states.length);
    return states.every(
      (state) => execution.next(execution.next(state, a), b) === execution.next(execution.next(state, b), a),
    );
  };
  const conflicts = [...task.conflicts];
  for (const a of members)
    for (const b of members)
      if (a < b && sets.has(conflicts[a], b) && commute(a, b)) {
        conflicts[a] = sets.difference(conflicts[a], sets.single(b));
        conflicts[b] = sets.difference(conflicts[b], sets.single(a));
      }
  return { ...task, execution, conflicts };
}

/** The execution in which states are one that no obligation tells apart, whatever runs before it. */
function mergedExecution<Bits>({ type, labels, initial }: Problem<Bits>, task: SearchTask<Bits>): Execution {
  const { quotient } = type;
  if (quotient === undefined) return task.execution;
  const asked: Label[] = labels.map(({ method, args }) => ({ method, args, result: undefined }));
  for (const operation of elements(task.sets, task.obligations)) asked.push(labels[operation]);
  return createExecution(type, labels, initial, quotient.call(type, asked));
}

/**
 * The states that sequences of the updates lead to, short enough for two more to follow; `undefined`
 * where they are too many.
 */
function statesWithin(
  execution: Execution,
  updates: readonly number[],
  meter: Meter,
): readonly number[] | undefined {
  const known = new Set([execution.initial]);
  let last: readonly number[] = [execution.initial];
  for (let length = 1; length <= updates.length - 2 && last.length > 0; length++) {
    const fresh: number[] = [];
    for (const state of last)
      for (const update of updates) {
        meter.work(1);
        const next = execution.next(state, update);
        if (known.has(next)) continue;
        if (known.size === MOST_STATES) return undefined;
        known.add(next);
        fresh.push(next);
      }
    last = fresh;
  }
  return [...known];
}
