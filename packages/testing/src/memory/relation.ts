/** A relation between at most 32 things: bit b of row a says that a is related to b. */
export type Relation = Int32Array;

/** The pairs (a, b) for which `holds`. */
export function relation(size: number, holds: (a: number, b: number) => boolean): Relation {
  if (size > 32) throw new RangeError(`a relation takes at most 32 things, not ${size}`);
  const rows = new Int32Array(size);
  for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) if (holds(a, b)) rows[a] |= 1 << b;
  return rows;
}

/** Whether a is related to b. */
export const has = (rows: Relation, a: number, b: number): boolean => ((rows[a] >>> b) & 1) === 1;

/** Relates a to b. */
export function add(rows: Relation, a: number, b: number): void {
  rows[a] |= 1 << b;
}

/** The pairs that are in any of the relations. */
export function union(...relations: readonly Relation[]): Relation {
  const rows = new Int32Array(relations[0]?.length ?? 0);
  for (const other of relations) for (let a = 0; a < rows.length; a++) rows[a] |= other[a];
  return rows;
}

/** R ; S: from a by R to something, and from there by S to b. */
export function compose(first: Relation, second: Relation): Relation {
  const rows = new Int32Array(first.length);
  for (let a = 0; a < rows.length; a++)
    for (let via = 0; via < rows.length; via++) if (has(first, a, via)) rows[a] |= second[via];
  return rows;
}

/** R+, by Warshall's algorithm. */
export function closure(related: Relation): Relation {
  const rows = related.slice();
  for (let via = 0; via < rows.length; via++)
    for (let a = 0; a < rows.length; a++) if (has(rows, a, via)) rows[a] |= rows[via];
  return rows;
}

/** Whether nothing is related to itself. */
export function isIrreflexive(rows: Relation): boolean {
  return rows.every((_, a) => !has(rows, a, a));
}

/** Whether no path leads from anything to itself. */
export function isAcyclic(rows: Relation): boolean {
  return isIrreflexive(closure(rows));
}

/** Whether both relate the same pairs. */
export function isSame(first: Relation, second: Relation): boolean {
  return first.every((row, a) => row === second[a]);
}
