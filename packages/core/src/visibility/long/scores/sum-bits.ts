/** Sums of some of the numbers that were added so far, each at most once, up to a bound: as bits. */
export interface SumBits {
  /** Forgets all numbers: only nothing is left, whose sum is 0. */
  clear(): void;
  add(amount: number): void;
  has(sum: number): boolean;
}

/** For whole numbers that are not negative; larger sums than `most` are left out. */
export function createSumBits(most: number): SumBits {
  const words = (most >> 5) + 1;
  const bits = new Uint32Array(words);
  /** No bit is set from this word on. */
  let used = 1;
  return {
    clear() {
      bits.fill(0, 0, used);
      bits[0] = 1;
      used = 1;
    },
    add(amount) {
      if (amount > most) return;
      const [by, rest] = [amount >> 5, amount & 31];
      used = Math.min(words, used + by + 1);
      for (let at = used - 1; at >= by; at--) {
        let moved = bits[at - by] << rest;
        if (rest > 0 && at > by) moved |= bits[at - by - 1] >>> (32 - rest);
        bits[at] |= moved;
      }
    },
    has: (sum) => sum >= 0 && sum <= most && ((bits[sum >> 5] >>> (sum & 31)) & 1) === 1,
  };
}
