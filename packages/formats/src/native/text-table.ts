/** Short texts, each with a number that goes with it. */
export interface TextTable {
  /** The number of the text that these first bytes are, which have this hash; or −1. */
  find(bytes: Uint8Array, length: number, hash: number): number;
  /** Adds the text with its number, if it is not there and there is room. Whether it did. */
  add(bytes: Uint8Array, length: number, hash: number, number: number): boolean;
}

/** So many texts are kept, a power of two. */
export const MOST_TEXTS = 1 << 14;

/** An empty table. */
export function createTextTable(): TextTable {
  const slots = new Int32Array(2 * MOST_TEXTS).fill(-1);
  const numbers = new Int32Array(MOST_TEXTS);
  const begins = new Int32Array(MOST_TEXTS + 1); // text → where it begins in `pool`
  let pool = new Uint8Array(1 << 12);
  let count = 0;

  const isText = (text: number, bytes: Uint8Array, length: number): boolean => {
    const begin = begins[text];
    if (begins[text + 1] - begin !== length) return false;
    for (let i = 0; i < length; i++) if (pool[begin + i] !== bytes[i]) return false;
    return true;
  };

  /** The slot of the text, or the free one where it belongs. */
  const slotOf = (bytes: Uint8Array, length: number, hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
    while (slots[slot] >= 0 && !isText(slots[slot], bytes, length)) slot = (slot + 1) & (slots.length - 1);
    return slot;
  };

  return {
    find(bytes, length, hash) {
      const text = slots[slotOf(bytes, length, hash)];
      return text < 0 ? -1 : numbers[text];
    },
    add(bytes, length, hash, number) {
      const slot = slotOf(bytes, length, hash);
      if (slots[slot] >= 0 || count === MOST_TEXTS) return false;
      const begin = begins[count];
      if (begin + length > pool.length) {
        const longer = new Uint8Array(2 * (begin + length));
        longer.set(pool);
        pool = longer;
      }
      pool.set(bytes.subarray(0, length), begin);
      begins[count + 1] = begin + length;
      numbers[count] = number;
      slots[slot] = count++;
      return true;
    },
  };
}
