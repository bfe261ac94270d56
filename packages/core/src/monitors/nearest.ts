/**
 * The whole numbers 0 … size - 1, from which some are taken away for good, with the nearest one
 * left on either side of a given number: union-find with path halving, near-constant time per step.
 */
export interface Nearest {
  remove(item: number): void;
  /** The largest left that is ≤ `from`, or -1. */
  below(from: number): number;
  /** The smallest left that is ≥ `from`, or `size`. */
  above(from: number): number;
}

/** All numbers from 0 up to, not including, `size`. */
export function createNearest(size: number): Nearest {
  const down = new Int32Array(size + 2); // shifted by one: 0 stands for -1
  for (let i = 0; i < down.length; i++) down[i] = i;
  const up = down.slice();
  const root = (parent: Int32Array, start: number): number => {
    let item = start;
    while (parent[item] !== item) item = parent[item] = parent[parent[item]];
    return item;
  };
  return {
    remove(item) {
      down[item + 1] = item;
      up[item + 1] = item + 2;
    },
    below: (from) => root(down, Math.min(from, size - 1) + 1) - 1,
    above: (from) => root(up, Math.max(from, 0) + 1) - 1,
  };
}
