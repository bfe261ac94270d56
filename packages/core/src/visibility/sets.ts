/**
 * Sets of operations 0, 1, 2, … as the searches need them, each a value of type `Bits`. Two
 * representations behind one interface: bits of machine integers for up to 31 operations, of big
 * integers beyond. No function changes its arguments.
 */
export interface Sets<Bits> {
  readonly empty: Bits;
  single(element: number): Bits;
  union(a: Bits, b: Bits): Bits;
  intersection(a: Bits, b: Bits): Bits;
  difference(a: Bits, b: Bits): Bits;
  has(set: Bits, element: number): boolean;
  isEmpty(set: Bits): boolean;
  /** Whether every element of `a` is in `b`. */
  within(a: Bits, b: Bits): boolean;
  size(set: Bits): number;
  /** The smallest element, or -1. */
  first(set: Bits): number;
  /** The set without its smallest element. */
  rest(set: Bits): Bits;
  /** Equal exactly for equal sets. */
  key(set: Bits): string | number;
  /** How much longer than with the smallest sets a step takes, with so many operations. */
  weight(operations: number): number;
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
  weight: () => 1,
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
  first(set) {
    const low = Number(BigInt.asUintN(32, set)) | 0;
    if (low !== 0) return 31 - Math.clz32(low & -low);
    if (set === 0n) return -1;
    const lowest = set & -set;
    // A power of two, which numbers have up to 2^1023.
    const power = Number(lowest);
    if (power !== Infinity) return Math.round(Math.log2(power));
    // A digit for each four bits; only the first is not zero: 1, 2, 4 or 8.
    const digits = lowest.toString(16);
    return 4 * (digits.length - 1) + (31 - Math.clz32(Number(digits[0])));
  },
  rest: (set) => set & (set - 1n),
  key: (set) => set.toString(36),
  weight: (operations) => 16 + operations / 8,
};

/** The elements of a set in ascending order. */
export function elements<Bits>(sets: Sets<Bits>, set: Bits): number[] {
  const found: number[] = [];
  for (let left = set; !sets.isEmpty(left); left = sets.rest(left)) found.push(sets.first(left));
  return found;
}

/** The set of the given elements. */
export function setOf<Bits>(sets: Sets<Bits>, members: Iterable<number>): Bits {
  let set = sets.empty;
  for (const member of members) set = sets.union(set, sets.single(member));
  return set;
}
