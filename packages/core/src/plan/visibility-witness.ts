import type { Value } from "../history/value.js";
import type { Witness } from "../result.js";
import type { Problem } from "../visibility/problem.js";
import { elements } from "../visibility/sets.js";

/** A certificate of a search: an order of all operations, and the operations that each of them sees. */
export interface Certificate<Bits> {
  readonly linearization: readonly number[];
  readonly visible: readonly Bits[];
  readonly elements?: readonly Value[];
}

/** The witness that a certificate stands for, in the ids of the history: only those who do not see all before them are listed. */
export function visibilityWitness<Bits>(
  { sets, ids, objects }: Problem<Bits>,
  found: Certificate<Bits>,
): Witness {
  const visibility: Record<string, readonly number[]> = {};
  let before = sets.empty;
  for (const operation of found.linearization) {
    const seen = found.visible[operation];
    if (!sets.within(before, seen))
      visibility[ids[operation]] = elements(sets, seen).map((other) => ids[other]);
    before = sets.union(before, sets.single(operation));
  }
  return {
    linearization: found.linearization.map((operation) => ids[operation]),
    visibility,
    ...(found.elements !== undefined && { lists: listsOf(found.elements, objects) }),
  };
}

/** The elements of each object. */
function listsOf(all: readonly Value[], objects: number): readonly (readonly Value[])[] {
  if (objects === 1) return [all];
  return Array.from({ length: objects }, (_, object) =>
    (all as readonly (readonly [number, Value])[]).flatMap(([of, element]) =>
      of === object ? [element] : [],
    ),
  );
}
