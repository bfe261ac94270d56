/**
 * Sets of operations 0, 1, 2, … as the searches need them. Two representations behind one
 * interface: machine integers for up to 31 operations, big integers beyond. Sets are values: no
 * function changes its arguments.
 */
export interface Sets<Set> {
  readonly empty: Set;
  single(element: number): Set;
  union(a: Set, b: Set): Set;
  intersection(a: Set, b: Set): Set;
  difference(a: Set, b: Set): Set;
  has(set: Set, element: number): boolean;
  isEmpty(set: Set): boolean;
  /** Whether every element of `a` is in `b`. */
  within(a: Set, b: Set): boolean;
  size(set: Set): number;
  /** The smallest element, or -1. */
  first(set: Set): number;
  /** The set without its smallest element. */
  rest(set: Set): Set;
  /** Equal exactly for equal sets. */
  key(set: Set): string | number;
}

/** Sets of numbers below 31, as bits of an integer. */
export const smallSets: Sets<number> = {
  empty: 0,
  single: (element) => 1 << element,
  union: (a, b) => a | b,
  intersection: (a, b) => a & b,
  difference: (a, b) => a & ~b,
  has: (set, element) => ((set >>> element) & 1) === 1,
  isEmpty: (set) => set === 0,
  within: (a, b) => (a & ~b) === 0,
  size(set) {
    let count = 0;
    for (let left = set; left !== 0; left &= left - 1) count++;
    return count;
  },
  first: (set) => (set === 0 ? -1 : 31 - Math.clz32(set & -set)),
  rest: (set) => set & (set - 1),
  key: (set) => set,
};

/** Sets of any numbers, as bits of a big integer. */
export const largeSets: Sets<bigint> = {
  empty: 0n,
  single: (element) => 1n << BigInt(element),
  union: (a, b) => a | b,
  intersection: (a, b) => a & b,
  difference: (a, b) => a & ~b,
  has: (set, element) => ((set >> BigInt(element)) & 1n) === 1n,
  isEmpty: (set) => set === 0n,
  within: (a, b) => (a & ~b) === 0n,
  size(set) {
    let count = 0;
    for (let left = set; left !== 0n; left &= left - 1n) count++;
    return count;
  },
  first: (set) => (set === 0n ? -1 : (set & -set).toString(2).length - 1),
  rest: (set) => set & (set - 1n),
  key: (set) => set.toString(36),
};

/** The elements of a set in ascending order. */
export function elements<Set>(sets: Sets<Set>, set: Set): number[] {
  const found: number[] = [];
  for (let left = set; !sets.isEmpty(left); left = sets.rest(left)) found.push(sets.first(left));
  return found;
}

/** The set of the given elements. */
export function setOf<Set>(sets: Sets<Set>, members: Iterable<number>): Set {
  let set = sets.empty;
  for (const member of members) set = sets.union(set, sets.single(member));
  return set;
}
