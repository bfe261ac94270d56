import { type History, labelOf } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import type { Replicated } from "../../types/replicated.js";
import { closeTransitively } from "./relations.js";

/** What is known of who sees whom. */
interface Sights {
  sees(a: number, b: number): boolean;
  blind(a: number, b: number): boolean;
}

/** What is spoken of: a history of a replicated type. */
interface Replicas {
  readonly history: History;
  readonly replicated: Replicated;
  readonly initial: Value | undefined;
}

/** The values of one object, by their texts. */
interface Values {
  /** Who puts each; -1: it was there at first, which all see. */
  readonly puts: ReadonlyMap<string, readonly number[]>;
  /** Who takes each away. */
  readonly takes: ReadonlyMap<string, readonly number[]>;
  /** Those that may be there to the operation, or surely are: it sees who put it, and none that it sees took it away having seen that. */
  there(operation: number, surely: boolean): readonly string[];
}

export function valuesOf(
  { history, replicated: type, initial }: Replicas,
  object: number,
  { sees, blind }: Sights,
): Values {
  const here = Array.from(history.label.keys()).filter((id) => history.object[id] === object);
  const puts = new Map<string, number[]>();
  const takes = new Map<string, readonly number[]>();
  const put = (value: Value | undefined, by: number): void => {
    if (value === undefined) return;
    puts.set(canonical(value), [...(puts.get(canonical(value)) ?? []), by]);
    takes.set(
      canonical(value),
      here.filter((id) => type.takes(labelOf(history, id), value)),
    );
  };
  for (const value of type.initial(initial)) put(value, -1);
  for (const id of here) put(type.puts(labelOf(history, id)), id);
  const isThere = (op: number, key: string, surely: boolean): boolean =>
    (puts.get(key) ?? []).some((by) => {
      if (by === op || !(by < 0 || (surely ? sees(op, by) : !blind(op, by)))) return false;
      return (takes.get(key) ?? []).every((taker) => {
        if (taker === by || taker === op) return true;
        if (surely) return blind(op, taker) || (by >= 0 && blind(taker, by));
        return !sees(op, taker) || (by >= 0 && !sees(taker, by));
      });
    });
  return { puts, takes, there: (op, surely) => [...puts.keys()].filter((key) => isThere(op, key, surely)) };
}

/** Whether operations cannot all have happened as they did, by what is known of who sees whom. */
export function unanswerable(replicas: Replicas, ops: readonly number[], sights: Sights): boolean {
  const { history, replicated } = replicas;
  return [...new Set(ops.map((op) => history.object[op]))].some((object) => {
    const values = valuesOf(replicas, object, sights);
    const own = ops.filter((op) => history.object[op] === object);
    return (
      own.some((op) => isUnmet(replicas, values, op, sights)) ||
      (replicated.ordered !== undefined && isCircular(replicas, values, own))
    );
  });
}

/** Whether what the operation demands cannot be there to it. */
function isUnmet(
  { history, replicated: type }: Replicas,
  { puts, takes, there }: Values,
  op: number,
  { sees }: Sights,
): boolean {
  const demands = type.demands(labelOf(history, op));
  if (demands === undefined) return true;
  const { only, there: needed = only ?? [], gone = [], least = 0, most = only?.length ?? Infinity } = demands;
  const [possible, certain] = [there(op, false), there(op, true)];
  // Where whoever takes puts too, what the last one of those that are seen put is there.
  const isSome =
    [...takes.values()].flat().every((id) => type.puts(labelOf(history, id)) !== undefined) &&
    [...puts.values()].flat().some((by) => by < 0 || (by !== op && sees(op, by)));
  const isListed = (key: string): boolean => only?.some((value) => canonical(value) === key) !== false;
  return (
    needed.some((value) => !possible.includes(canonical(value))) ||
    !certain.every(isListed) ||
    gone.some((value) => certain.includes(canonical(value))) ||
    possible.length < least ||
    Math.max(certain.length, isSome ? 1 : 0) > most
  );
}

/** Whether the lists that operations tell, and the places where they put values, contradict each other. */
function isCircular(
  { history, replicated: type, initial }: Replicas,
  { puts, there }: Values,
  ops: readonly number[],
): boolean {
  const keys = [...puts.keys()];
  const size = keys.length;
  const row = new Uint8Array(size * size);
  const at = (a: string, b: string): number => keys.indexOf(a) * size + keys.indexOf(b);
  const isBefore = (a: string, b: string): boolean => row[at(a, b)] === 1;
  const add = (a: string, b: string): void => {
    if (puts.has(a) && puts.has(b)) row[at(a, b)] = 1;
  };
  const own = ops.flatMap((op) => {
    const [value, place] = [type.puts(labelOf(history, op)), type.ordered?.place(labelOf(history, op))];
    return value === undefined || place === undefined ? [] : [{ op, key: canonical(value), place }];
  });
  const once = [...type.initial(initial).map(canonical), ...own.map(({ key }) => key)];
  if (new Set(once).size < once.length) return true; // each is put but once
  for (const list of [
    type.initial(initial),
    ...ops.map((op) => type.ordered?.listed(labelOf(history, op)) ?? []),
  ])
    list.forEach((value, index) => index > 0 && add(canonical(list[index - 1]), canonical(value)));
  for (let round = 0; round <= size; round++) {
    closeTransitively(row, size);
    for (const { op, key, place } of own) {
      const others = there(op, true).filter((other) => other !== key);
      if ("after" in place) {
        const left = canonical(place.after);
        if (place.after !== null) add(left, key);
        for (const other of others)
          if (place.after === null || (other !== left && isBefore(left, other))) add(key, other);
          else if (other !== left && isBefore(other, key)) add(other, left);
        continue;
      }
      // So many come before it, and the others after.
      const most = there(op, false).filter((other) => other !== key).length;
      const [first, last] = [place.index, most - place.index];
      const before = others.filter((other) => isBefore(other, key));
      const after = others.filter((other) => isBefore(key, other));
      const isExact = others.length === most;
      if (isExact && (before.length > first || (last >= 0 && after.length > last))) return true;
      for (const other of others)
        if (first === 0 || (isExact && before.length === first && !before.includes(other))) add(key, other);
        else if (last <= 0 || (isExact && after.length === last && !after.includes(other))) add(other, key);
    }
  }
  closeTransitively(row, size);
  return keys.some((key) => isBefore(key, key));
}
