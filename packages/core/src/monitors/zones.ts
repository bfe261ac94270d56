import { sortedBy } from "./sorted-by.js";

/**
 * Groups of operations, each of which must stand together in a linearization (all that see one
 * value of a register, all that find one value at the front of a queue). Group a must come before
 * group b when one of a returned before one of b was called: `first[a] < last[b]`, the earliest
 * return and the latest call.
 *
 * A group with `first < last` fills that time and is a *forward zone*; another needs one moment of
 * `last … first` and is a *backward zone* (Gibbons & Korach 1997).
 */
export interface Zones {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Two groups that must each come before the other. */
export interface Clash {
  readonly a: number;
  readonly b: number;
}

/** The forward zones in order of time, or two that clash. */
export function forwardZones({ first, last }: Zones): Int32Array | Clash {
  const forward = sortedBy(first).filter((group) => first[group] < last[group]);
  for (let i = 1; i < forward.length; i++)
    if (first[forward[i]] < last[forward[i - 1]]) return { a: forward[i - 1], b: forward[i] };
  return forward;
}

/** The forward zone that is open at a time (`first < time < last`), or -1. */
export function zoneAt({ first, last }: Zones, forward: Int32Array, time: number): number {
  let low = 0;
  let high = forward.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[forward[middle]] < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time < last[forward[low - 1]] ? forward[low - 1] : -1;
}

/** A backward zone inside a forward one, where there is such a clash. */
export function enclosed(zones: Zones, forward: Int32Array): Clash | undefined {
  const { first, last } = zones;
  for (let b = 0; b < first.length; b++) {
    if (first[b] < last[b]) continue;
    const a = zoneAt(zones, forward, last[b]);
    if (a >= 0 && first[b] < last[a]) return { a, b };
  }
  return undefined;
}
