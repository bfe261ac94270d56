import { labelOf } from "../../history/history.js";
import { canonical } from "../../history/value.js";
import type { LongQuestion } from "./long-task.js";

/**
 * Of lists: the operations without which one is refuted for want of them. Who inserts what must be there to it, who
 * deletes what it inserts. `undefined` where it is no history of lists.
 */
export function neededUpdates({
  history,
  type,
}: LongQuestion): ((id: number) => readonly number[]) | undefined {
  const { replicated } = type;
  if (replicated?.ordered === undefined) return undefined;
  const [inserts, deletes] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const add = (map: Map<string, number[]>, key: string, id: number): void => {
    const own = map.get(key) ?? [];
    map.set(key, own);
    own.push(id);
  };
  for (const id of history.label.keys()) {
    const label = labelOf(history, id);
    const put = replicated.puts(label);
    if (put !== undefined) add(inserts, canonical(put), id);
    else
      for (const value of replicated.demands(label)?.there ?? [])
        if (replicated.takes(label, value)) add(deletes, canonical(value), id);
  }
  return (id) => {
    const label = labelOf(history, id);
    const { only = [], there = only } = replicated.demands(label) ?? {};
    const put = replicated.puts(label);
    const own = put === undefined ? [] : (deletes.get(canonical(put)) ?? []);
    return [...there.flatMap((value) => inserts.get(canonical(value)) ?? []), ...own];
  };
}
