/** How far sums may go from nothing. */
const FAR = 28;
const ALL = 2 * FAR + 1;
/** More than anything costs. */
const NEVER = 1 << 28;

/**
 * Chooses how many of each session's further updates to see, so that what they bring adds up to one of the numbers
 * asked for, at the least cost.
 */
export interface SightSums {
  /** The most updates of a session that are looked at. */
  readonly room: number;
  /** `[session * (room + 1) + count]`: what the first so many bring, and what it costs to see just these. */
  readonly brings: Int32Array;
  readonly costs: Int32Array;
  /** Session → how many there are, and how many have to be seen. */
  readonly counts: Int32Array;
  readonly least: Int32Array;
  /** Session → how many to see. */
  readonly chosen: Int32Array;
  /** The cost of the best choice whose sum is from `low` to `high`, or `undefined`. */
  choose(low: number, high: number): number | undefined;
}

export function createSightSums(width: number, room: number): SightSums {
  const brings = new Int32Array(width * (room + 1));
  const costs = new Int32Array(width * (room + 1));
  const counts = new Int32Array(width);
  const least = new Int32Array(width);
  const chosen = new Int32Array(width);
  const table = new Int32Array((width + 1) * ALL);
  const choices = new Int8Array((width + 1) * ALL);
  const choose = (low: number, high: number): number | undefined => {
    table.fill(NEVER, 0, ALL);
    table[FAR] = 0;
    let [from, to] = [FAR, FAR];
    for (let t = 0; t < width; t++) {
      const [here, next, base] = [t * ALL, (t + 1) * ALL, t * (room + 1)];
      if (counts[t] === 0) {
        table.copyWithin(next, here, here + ALL);
        choices.fill(0, next, next + ALL);
        continue;
      }
      table.fill(NEVER, next, next + ALL);
      let [lowest, highest] = [ALL, -1];
      for (let value = from; value <= to; value++) {
        const cost = table[here + value];
        if (cost >= NEVER) continue;
        for (let count = least[t]; count <= counts[t]; count++) {
          const sum = value + brings[base + count];
          if (sum < 0 || sum >= ALL) continue;
          const all = cost + costs[base + count];
          if (all >= table[next + sum]) continue;
          table[next + sum] = all;
          choices[next + sum] = count;
          if (sum < lowest) lowest = sum;
          if (sum > highest) highest = sum;
        }
      }
      [from, to] = [lowest, highest];
    }
    let [best, cheapest] = [-1, NEVER];
    const end = width * ALL;
    for (
      let sum = Math.max(from, FAR + Math.max(low, -FAR));
      sum <= Math.min(to, FAR + Math.min(high, FAR));
      sum++
    )
      if (table[end + sum] < cheapest) [best, cheapest] = [sum, table[end + sum]];
    if (best < 0) return undefined;
    for (let t = width - 1; t >= 0; t--) {
      const count = choices[(t + 1) * ALL + best];
      chosen[t] = count;
      if (counts[t] > 0) best -= brings[t * (room + 1) + count];
    }
    return cheapest;
  };
  return { room, brings, costs, counts, least, chosen, choose };
}
