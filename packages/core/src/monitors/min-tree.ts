/** Counts per gap, with additions over ranges and the first gap whose count is least: O(log n) a step. */
export interface MinTree {
  /** Adds to the counts of `from … to - 1`. */
  add(from: number, to: number, amount: number): void;
  /** The least count. */
  least(): number;
  /** A gap with the least count. */
  where(): number;
  /** Takes a gap out: it is never least again. */
  drop(gap: number): void;
}

const DROPPED = 1 << 30;

/** A segment tree over the counts; an inner node holds the least below it, and what was added to all below it. */
export function createMinTree(counts: Int32Array): MinTree {
  let leaves = 1;
  while (leaves < counts.length) leaves *= 2;
  const least = new Int32Array(2 * leaves).fill(DROPPED);
  const added = new Int32Array(2 * leaves);
  least.set(counts, leaves);
  const update = (node: number): void => {
    least[node] = Math.min(least[2 * node], least[2 * node + 1]) + added[node];
  };
  for (let node = leaves - 1; node > 0; node--) update(node);
  const addBelow = (
    node: number,
    low: number,
    high: number,
    from: number,
    to: number,
    amount: number,
  ): void => {
    if (to <= low || high <= from) return;
    if (from <= low && high <= to) {
      least[node] += amount;
      added[node] += amount;
      return;
    }
    const middle = (low + high) >> 1;
    addBelow(2 * node, low, middle, from, to, amount);
    addBelow(2 * node + 1, middle, high, from, to, amount);
    update(node);
  };
  return {
    add: (from, to, amount) => addBelow(1, 0, leaves, from, to, amount),
    least: () => least[1],
    where() {
      let node = 1;
      while (node < leaves) node = least[2 * node] <= least[2 * node + 1] ? 2 * node : 2 * node + 1;
      return node - leaves;
    },
    drop(gap) {
      least[leaves + gap] = DROPPED;
      for (let node = (leaves + gap) >> 1; node > 0; node >>= 1) update(node);
    },
  };
}
