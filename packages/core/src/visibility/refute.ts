import { projectTask, type SearchTask } from "./search-task.js";

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
