/**
 * Sets of the numbers 0, 1, … size - 1 as rows of bits, one row per operation: the relations that a
 * witness is checked with. Only as much as the verifier needs.
 */
export type Rows = readonly Uint32Array[];

/** The row of the numbers for which `holds`. */
export function rowOf(size: number, holds: (one: number) => boolean): Uint32Array {
  const row = new Uint32Array((size + 31) >> 5);
  for (let one = 0; one < size; one++) if (holds(one)) row[one >> 5] |= 1 << (one & 31);
  return row;
}

/** The row of the first `count` numbers. */
export function prefixRow(size: number, count: number): Uint32Array {
  const row = new Uint32Array((size + 31) >> 5);
  row.fill(0xffffffff, 0, count >> 5);
  if ((count & 31) !== 0) row[count >> 5] = 2 ** (count & 31) - 1;
  return row;
}

/** Puts the number into the row. */
export function addBit(row: Uint32Array, one: number): void {
  row[one >> 5] |= 1 << (one & 31);
}

/** Whether the first `count` numbers are all in the row. */
export function holdsFirst(row: Uint32Array, count: number): boolean {
  for (let at = 0; at < count >> 5; at++) if (row[at] !== 0xffffffff) return false;
  const rest = 2 ** (count & 31) - 1;
  return rest === 0 || (row[count >> 5] & rest) >>> 0 === rest;
}

/** The numbers of `some` that are not in `without`, from `from` on, ascending. */
export function* bitsOf(some: Uint32Array, without?: Uint32Array, from = 0): Generator<number> {
  for (let at = from >> 5; at < some.length; at++) {
    let word = some[at] & ~(without?.[at] ?? 0);
    if (at === from >> 5) word &= -1 << (from & 31);
    for (; word !== 0; word &= word - 1) yield 32 * at + 31 - Math.clz32(word & -word);
  }
}

/** The first number that only one of two rows has; -1 where they are equal. */
export function firstDifference(a: Uint32Array, b: Uint32Array): number {
  for (let at = 0; at < a.length; at++) {
    const word = a[at] ^ b[at];
    if (word !== 0) return 32 * at + 31 - Math.clz32(word & -word);
  }
  return -1;
}

/** Whether the number is in the row. */
export function hasBit(row: Uint32Array, one: number): boolean {
  return ((row[one >> 5] >>> (one & 31)) & 1) === 1;
}

/** Whether all of `some` is in `all`. */
export function isWithin(some: Uint32Array, all: Uint32Array): boolean {
  for (let at = 0; at < some.length; at++) if ((some[at] & ~all[at]) !== 0) return false;
  return true;
}

/** The first number of `some` that is not in `all`; -1 where there is none. */
export function missing(some: Uint32Array, all: Uint32Array): number {
  for (let one = 0; one < 32 * some.length; one++) if (hasBit(some, one) && !hasBit(all, one)) return one;
  return -1;
}

/** Adds all of `more` to `row`. */
export function addAll(row: Uint32Array, more: Uint32Array): void {
  for (let at = 0; at < row.length; at++) row[at] |= more[at];
}

/** All predecessors of each number, given its direct ones; `undefined` where they go round in a circle. */
export function closeRows(direct: readonly (readonly number[])[]): Rows | undefined {
  const size = direct.length;
  const rows = direct.map(() => rowOf(size, () => false));
  const waitsFor = direct.map((before) => before.length);
  const followers: number[][] = direct.map(() => []);
  direct.forEach((before, one) => {
    for (const other of before) followers[other].push(one);
  });
  const ready = [...direct.keys()].filter((one) => waitsFor[one] === 0);
  let done = 0;
  for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
    done++;
    for (const next of followers[one]) {
      addBit(rows[next], one);
      addAll(rows[next], rows[one]);
      if (--waitsFor[next] === 0) ready.push(next);
    }
  }
  return done === size ? rows : undefined;
}
