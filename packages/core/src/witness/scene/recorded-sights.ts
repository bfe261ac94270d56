import { type History, labelOf, mayBeAbsent } from "../../history/history.js";
import { membersOf, seenBy } from "../../history/sights.js";
import type { SequentialType } from "../../types/type.js";
import type { Pair } from "../proof/facts.js";

/**
 * What the history tells of whether one operation saw another, as a fact: it saw all that was recorded, and no other
 * update; of queries that were not recorded nothing is known. Where each sees all before it, that is an order.
 * `undefined` where nothing is told: also of an operation that may not have taken effect.
 */
export function recordedSights(
  history: History,
  type: SequentialType,
  oneLine: boolean,
): (a: number, b: number) => Pair | undefined {
  const { sights } = history;
  if (sights === undefined) return () => undefined;
  const members = membersOf(history);
  const rows = new Map<number, ReadonlySet<number>>();
  const seenOf = (id: number): ReadonlySet<number> => {
    const row = rows.get(id) ?? new Set(seenBy(sights, members, id));
    rows.set(id, row);
    return row;
  };
  const isUpdate = (id: number): boolean =>
    type.pure?.({ ...labelOf(history, id), result: undefined }) !== true;
  return (a, b) => {
    if (a === b || sights.known[a] === 0 || mayBeAbsent(history, a)) return undefined;
    if (seenOf(a).has(b)) return oneLine ? { kind: "<", a: b, b: a } : { kind: "sees", a, b };
    if (!isUpdate(b) || (oneLine && mayBeAbsent(history, b))) return undefined;
    return oneLine ? { kind: "<", a, b } : { kind: "blind", a, b };
  };
}
