import { IMPOSSIBLE } from "./execution.js";
import type { Meter } from "./meter.js";
import { projectTask, type SearchTask } from "./search-task.js";
import { elements } from "./sets.js";

/**
 * Parts of a task that can refute it (see `projectTask`): each result by itself, and then all results
 * that depend on the same updates together.
 */
export function projections<Set>(task: SearchTask<Set>): SearchTask<Set>[] {
  const { sets, obligations, relevant } = task;
  const alone: Set[] = [];
  const together = new Map<string | number, Set>();
  for (let left = obligations; !sets.isEmpty(left); left = sets.rest(left)) {
    const operation = sets.first(left);
    const itself = sets.single(operation);
    alone.push(itself);
    // An update that was observed is one of the updates that it is about.
    const isUpdate = !sets.isEmpty(task.conflicts[operation]);
    const key = sets.key(isUpdate ? sets.union(relevant[operation], itself) : relevant[operation]);
    together.set(key, sets.union(together.get(key) ?? sets.empty, itself));
  }
  const groups = [...together.values()].filter(
    (group) => sets.size(group) > 1 && !sets.within(obligations, group),
  );
  const parts = alone.length > 1 ? [...alone, ...groups] : groups;
  return parts.map((part) => projectTask(task, part));
}

/** The most states to look at for a result that never comes. */
const MOST_STATES = 1024;

/**
 * An operation whose result no sequence whatever of the updates that it depends on explains, as a value
 * read that nobody wrote; or -1 if there is none, or too many states to tell.
 */
export function neverExplained<Set>(task: SearchTask<Set>, meter: Meter): number {
  const { sets, execution, obligations, relevant } = task;
  const reached = new Map<string | number, readonly number[] | undefined>();
  for (let left = obligations; !sets.isEmpty(left); left = sets.rest(left)) {
    const operation = sets.first(left);
    const key = sets.key(relevant[operation]);
    if (!reached.has(key)) reached.set(key, reachableStates(task, relevant[operation], meter));
    const states = reached.get(key);
    if (states !== undefined && !states.some((state) => execution.explains(state, operation)))
      return operation;
  }
  return -1;
}

/** The states that the updates, each as often as one likes, lead to; `undefined` where they are too many. */
function reachableStates<Set>(
  { sets, execution }: SearchTask<Set>,
  updates: Set,
  meter: Meter,
): readonly number[] | undefined {
  const steps = elements(sets, updates);
  const states = [execution.initial];
  const known = new Set(states);
  for (const state of states)
    for (const update of steps) {
      meter.work(1);
      const next = execution.next(state, update);
      if (next === IMPOSSIBLE || known.has(next)) continue;
      if (states.length === MOST_STATES) return undefined;
      known.add(next);
      states.push(next);
    }
  return states;
}
