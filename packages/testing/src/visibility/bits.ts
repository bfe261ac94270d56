/** The most operations that fit. */
const MOST = 31;

/** A set of operations as the bits of a number. */
export function bitsOf(ids: readonly number[]): number {
  let bits = 0;
  for (const id of ids) {
    if (id >= MOST) throw new RangeError(`a set takes operations up to ${MOST - 1}, not ${id}`);
    bits |= 1 << id;
  }
  return bits;
}

/** Whether the operation is in the set. */
export const has = (bits: number, id: number): boolean => ((bits >> id) & 1) === 1;

/** Whether all of the one are in the other. */
export const within = (some: number, all: number): boolean => (some & ~all) === 0;

const known = new Map<number, readonly number[]>();

/** The operations of a set, the first ones first. */
export function elementsOf(bits: number): readonly number[] {
  let elements = known.get(bits);
  if (elements === undefined) {
    elements = Array.from({ length: MOST }, (_, id) => id).filter((id) => has(bits, id));
    // Those of small histories come again and again.
    if (bits < 1 << 8) known.set(bits, elements);
  }
  return elements;
}
