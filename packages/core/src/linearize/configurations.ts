import type { Budget, Shortage } from "../budget.js";

/** What became of a configuration that was offered: it was new, or known already, or memory ran out. */
export type Added = "new" | "seen" | Shortage;

/**
 * The configurations that a search has been in. A configuration is two numbers (one of them the
 * state) and a slice of a bit set; two are the same when all of these are equal. Hashes only guide
 * the look-up: nothing is ever taken for seen because its hash was.
 */
export interface Configurations {
  /** Offers (a, b, `words[from … to - 1]`). `states` is passed on to the budget. */
  add(hash: number, a: number, b: number, words: Int32Array, from: number, to: number, states: number): Added;
}

/**
 * Spreads a small number over 32 bits. The hash of a set is the XOR of its members' mixes, so it
 * changes in constant time when one member comes or goes (FORTE'15 §5.1).
 */
export function mix(number: number): number {
  let mixed = Math.imul(number + 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return mixed ^ (mixed >>> 16);
}

/** Remembers nothing: every configuration is new. */
export const forgetful: Configurations = { add: () => "new" };

/** Ints before the words of a record: hash, a, b, number of words. */
const HEADER = 4;

/**
 * Remembers everything. Records lie one after another in chunks, so that growth never copies them;
 * an open-addressing table points to them. Every growth is asked of the budget first.
 */
export function createConfigurations(budget: Budget, mostWords: number): Configurations {
  // A chunk holds at least four of the longest records: little is lost at its end.
  const chunkBits = Math.max(12, 34 - Math.clz32(HEADER + mostWords));
  const chunkSize = 2 ** chunkBits;
  const chunks: Int32Array[] = [];
  let free = 0;
  let room = 0;
  let slots = new Int32Array(256).fill(-1);
  let count = 0;

  const holds = (
    at: number,
    hash: number,
    a: number,
    b: number,
    words: Int32Array,
    from: number,
    to: number,
  ): boolean => {
    const chunk = chunks[at >>> chunkBits];
    const start = at & (chunkSize - 1);
    if (chunk[start] !== hash || chunk[start + 1] !== a || chunk[start + 2] !== b) return false;
    if (chunk[start + 3] !== to - from) return false;
    for (let i = from; i < to; i++) if (chunk[start + HEADER + i - from] !== words[i]) return false;
    return true;
  };

  const widen = (states: number): Shortage | undefined => {
    const shortage = budget.exceeded(states, 8 * slots.length);
    if (shortage !== undefined) return shortage;
    const wider = allocate(2 * slots.length);
    if (wider === undefined) return "memory";
    wider.fill(-1);
    for (const at of slots) {
      if (at < 0) continue;
      let slot = chunks[at >>> chunkBits][at & (chunkSize - 1)] & (wider.length - 1);
      while (wider[slot] >= 0) slot = (slot + 1) & (wider.length - 1);
      wider[slot] = at;
    }
    slots = wider;
    return undefined;
  };

  const openChunk = (states: number): Shortage | undefined => {
    const shortage = budget.exceeded(states, 4 * chunkSize);
    if (shortage !== undefined) return shortage;
    const start = chunks.length * chunkSize;
    const chunk = start + chunkSize > 0x7fffffff ? undefined : allocate(chunkSize);
    if (chunk === undefined) return "memory";
    chunks.push(chunk);
    free = start;
    room = chunkSize;
    return undefined;
  };

  return {
    add(hash, a, b, words, from, to, states) {
      // Half of the slots stay free, so that every probe ends.
      const crowded = 2 * count >= slots.length ? widen(states) : undefined;
      if (crowded !== undefined) return crowded;
      let slot = hash & (slots.length - 1);
      for (; slots[slot] >= 0; slot = (slot + 1) & (slots.length - 1))
        if (holds(slots[slot], hash, a, b, words, from, to)) return "seen";
      const length = HEADER + to - from;
      const shortage = length > room ? openChunk(states) : undefined;
      if (shortage !== undefined) return shortage;
      const chunk = chunks[free >>> chunkBits];
      const start = free & (chunkSize - 1);
      chunk[start] = hash;
      chunk[start + 1] = a;
      chunk[start + 2] = b;
      chunk[start + 3] = to - from;
      for (let i = from; i < to; i++) chunk[start + HEADER + i - from] = words[i];
      slots[slot] = free;
      free += length;
      room -= length;
      count++;
      return "new";
    },
  };
}

/** Zeroed ints, or `undefined` where the machine has no room for them. */
export function allocate(length: number): Int32Array<ArrayBuffer> | undefined {
  try {
    return new Int32Array(length);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
