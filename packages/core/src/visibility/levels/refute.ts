import { IMPOSSIBLE } from "../execution.js";
import { LEVEL } from "../../criteria/levels.js";
import type { Meter } from "../meter.js";
import { projectTask, type SearchTask } from "./search-task.js";
import { elements } from "../sets.js";

/**
 * Parts of a task that can refute it (see `projectTask`): each result by itself, and then all results
 * that depend on the same updates together.
 */
export function projections<Bits>(task: SearchTask<Bits>): SearchTask<Bits>[] {
  const { sets, obligations, relevant } = task;
  const alone: Bits[] = [];
  const together = new Map<string | number, Bits>();
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

/**
 * An operation whose result no sequence whatever of the updates that it depends on explains, as a value
 * read that nobody wrote; or -1 if there is none, or more than `most` states to look at.
 */
export function neverExplained<Bits>(task: SearchTask<Bits>, meter: Meter, most: number): number {
  const { sets, execution, obligations, relevant } = task;
  const reached = new Map<string | number, readonly number[] | undefined>();
  for (let left = obligations; !sets.isEmpty(left); left = sets.rest(left)) {
    const operation = sets.first(left);
    const key = sets.key(relevant[operation]);
    if (!reached.has(key)) reached.set(key, reachableStates(task, relevant[operation], meter, most));
    const states = reached.get(key);
    if (states !== undefined && !states.some((state) => execution.explains(state, operation)))
      return operation;
  }
  return -1;
}

/** The states that the updates, each as often as one likes, lead to; `undefined` where they are too many. */
function reachableStates<Bits>(
  { sets, execution }: SearchTask<Bits>,
  updates: Bits,
  meter: Meter,
  most: number,
): readonly number[] | undefined {
  const steps = elements(sets, updates);
  const states = [execution.initial];
  const known = new Set(states);
  for (const state of states)
    for (const update of steps) {
      meter.work(1);
      const next = execution.next(state, update);
      if (next === IMPOSSIBLE || known.has(next)) continue;
      if (states.length >= most) return undefined;
      known.add(next);
      states.push(next);
    }
  return states;
}

/** The most configurations to look at for one operation by itself. */
const MOST_CONFIGURATIONS = 20_000;

/**
 * An operation whose result cannot be explained even if it alone has to be: it sees at least what
 * happens before it (every level from `basic` on), and each other update that can come before it, or
 * not, in some order that extends happens-before. Or -1 if there is none, or it is too much to tell.
 */
export function unexplainedAlone<Bits>(task: SearchTask<Bits>, meter: Meter): number {
  const { sets, levels, obligations } = task;
  for (let left = obligations; !sets.isEmpty(left); left = sets.rest(left)) {
    const operation = sets.first(left);
    if (levels[operation] >= LEVEL.basic && cannotBeExplained(task, operation, meter)) return operation;
  }
  return -1;
}

/** Breadth first over (updates passed, state); an update is seen, or passed unseen where the level allows. */
function cannotBeExplained<Bits>(task: SearchTask<Bits>, operation: number, meter: Meter): boolean {
  const { sets, execution, levels, before, after, relevant } = task;
  const updates = sets.difference(relevant[operation], after[operation]);
  // `peer` sees with an update all that happens before it, `causal` all that the update sees, `complete`
  // all that comes before: then whatever was passed unseen is as if it came later.
  const level = levels[operation];
  const mayPass =
    level < LEVEL.peer ||
    (level === LEVEL.causal && elements(sets, updates).some((update) => levels[update] < LEVEL.basic));
  const required = sets.intersection(before[operation], updates);
  const known = new Map<number, Set<string | number>>();
  const passed: Bits[] = [];
  const states: number[] = [];
  const visit = (set: Bits, state: number): void => {
    if (state === IMPOSSIBLE) return;
    let at = known.get(state);
    if (at === undefined) known.set(state, (at = new Set()));
    const key = sets.key(set);
    if (at.has(key)) return;
    at.add(key);
    passed.push(set);
    states.push(state);
  };
  visit(sets.empty, execution.initial);
  for (let next = 0; next < passed.length; next++) {
    if (passed.length > MOST_CONFIGURATIONS) return false;
    const set = passed[next];
    const state = states[next];
    if (sets.within(required, set) && execution.explains(state, operation)) return false;
    for (let left = sets.difference(updates, set); !sets.isEmpty(left); left = sets.rest(left)) {
      const update = sets.first(left);
      meter.work(1);
      if (!sets.within(sets.intersection(before[update], updates), set)) continue;
      const more = sets.union(set, sets.single(update));
      visit(more, execution.next(state, update));
      if (mayPass && !sets.has(required, update)) visit(more, state);
    }
  }
  return true;
}
