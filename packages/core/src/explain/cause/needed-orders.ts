/** Row a, column b: whether a comes before b. */
export type Relation = readonly (readonly boolean[])[];

/** Everything that follows from the given orders by transitivity. */
export function closure(size: number, isBefore: (a: number, b: number) => boolean): boolean[][] {
  const ids = Array.from({ length: size }, (_, id) => id);
  const before = ids.map((a) => ids.map((b) => a !== b && isBefore(a, b)));
  for (const via of ids)
    for (const a of ids) if (before[a][via]) for (const b of ids) if (before[via][b]) before[a][b] = true;
  return before;
}

/**
 * As few of the orders as still lead to a violation: an order that can be given up did not cause it. Only one
 * that follows from no two others can be given up by itself; what is left is an order again. They are tried
 * as they stand in `sequence`, so that patterns that differ in their names only end up alike.
 */
export function neededOrders(
  before: Relation,
  sequence: readonly number[],
  stillFails: (before: Relation) => boolean,
): Relation {
  let kept = before;
  const follows = (a: number, b: number): boolean => sequence.some((via) => kept[a][via] && kept[via][b]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of sequence)
      for (const b of sequence) {
        if (!kept[a][b] || follows(a, b)) continue;
        const fewer = kept.map((row, from) => (from === a ? row.with(b, false) : row));
        if (!stillFails(fewer)) continue;
        kept = fewer;
        changed = true;
      }
  }
  return kept;
}
