/** A stream of pseudo-random choices; the same seed gives the same stream everywhere. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
}

/** A generator by Tommy Ettinger's mulberry32: small, fast, and good enough to choose programs and test cases. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (below: number): number => Math.floor(unit() * below);
  return {
    int,
    chance: (probability) => unit() < probability,
    pick: (list) => list[int(list.length)],
  };
}
