import type { OperationRecord } from "@sightline/core/history/builder.js";
import type { Random } from "@sightline/core/random.js";

/** Operations in the order of their ids, and what each saw, by ids. */
export interface Seeing {
  readonly operations: readonly OperationRecord[];
  readonly seen: readonly (readonly number[])[];
  isQuery(id: number): boolean;
}

/**
 * The operations with what they saw, told of all or only of some; with queries or without; in lists, or as counts of
 * whole beginnings of sessions; at times with something too much or too little.
 */
export function tellSights({ operations, seen, isQuery }: Seeing, random: Random): OperationRecord[] {
  const share = random.pick([1, 1, 0.7, 0.4]);
  const tellsQueries = random.chance(0.5);
  const asCounts = random.chance(0.5);
  const changeRate = random.pick([0, 0, 0.2]);
  const sessionOf = (id: number): string => String(operations[id].session);
  return operations.map((operation, id) => {
    if (!random.chance(share)) return operation;
    const told = new Set(seen[id].filter((other) => tellsQueries || !isQuery(other)));
    if (random.chance(changeRate)) {
      const other = random.int(operations.length);
      const follows = sessionOf(other) === sessionOf(id) && other >= id;
      if (!follows && !told.delete(other)) told.add(other);
    }
    if (!asCounts) return { ...operation, sees: [...told] };
    const saw: Record<string, number> = {};
    for (const session of new Set(operations.map((_, other) => sessionOf(other)))) {
      const members = [...operations.keys()].filter((other) => sessionOf(other) === session);
      const unseen = members.findIndex((other) => !told.has(other));
      const count = unseen < 0 ? members.length : unseen;
      if (count > 0 || random.chance(0.2)) saw[session] = count;
      members.slice(0, count).forEach((other) => told.delete(other));
    }
    return { ...operation, saw, ...(told.size > 0 && { sees: [...told] }) };
  });
}
