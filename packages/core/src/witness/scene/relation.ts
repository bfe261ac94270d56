/** A relation between operations: to each, those to whom it stands in it. */
export type Relation = ReadonlyMap<number, ReadonlySet<number>>;
export type Pairs = Iterable<readonly [number, number]>;

/** The relation of these pairs. */
export function related(...all: readonly Pairs[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const pairs of all)
    for (const [a, b] of pairs) {
      const after = found.get(a);
      if (after === undefined) found.set(a, new Set([b]));
      else after.add(b);
    }
  return found;
}

/** The least transitive relation that has all these pairs. */
export function closed(...all: readonly Pairs[]): Relation {
  const found = related(...all);
  for (const [via, after] of found)
    for (const row of found.values()) if (row.has(via)) for (const b of after) row.add(b);
  return found;
}

export const relates = (relation: Relation, a: number, b: number): boolean =>
  relation.get(a)?.has(b) === true;

export const pairsOf = (relation: Relation): (readonly [number, number])[] =>
  [...relation].flatMap(([a, after]) => [...after].map((b) => [a, b] as const));

/** Whether it leads from somebody back. */
export const isCircular = (relation: Relation): boolean => [...relation].some(([a, after]) => after.has(a));
