/** Larger sets are not remembered. */
const FEW = 64;

/**
 * A small set of operations that is needed for a violation (delta debugging, Zeller & Hildebrandt).
 *
 * `stillFails(kept)` must be monotone in spirit: what is not kept is relaxed, never changed. The answer
 * is a subset of `all` that still fails and of which no single chunk tried could be given up; the
 * effort is bounded by `mayGoOn`.
 */
export function shrink(
  all: readonly number[],
  stillFails: (kept: readonly number[]) => boolean,
  mayGoOn: () => boolean,
): readonly number[] {
  let kept = all;
  // What is within a set that no longer fails does not fail either: the last round is told by those before it.
  const enough: ReadonlySet<number>[] = [];
  const failsFor = (rest: readonly number[]): boolean => {
    if (enough.some((set) => rest.every((one) => set.has(one)))) return false;
    const fails = stillFails(rest);
    if (!fails && rest.length <= FEW) enough.push(new Set(rest));
    return fails;
  };
  for (let chunk = Math.ceil(kept.length / 2); chunk >= 1; ) {
    let gaveUpAny = false;
    for (let start = 0; start < kept.length && mayGoOn(); ) {
      const rest = kept.filter((_, i) => i < start || i >= start + chunk);
      if (failsFor(rest)) {
        kept = rest;
        gaveUpAny = true;
      } else start += chunk;
    }
    if (!mayGoOn()) return kept;
    if (chunk === 1 && !gaveUpAny) return kept;
    chunk = chunk === 1 ? 1 : Math.ceil(Math.min(chunk, kept.length) / 2);
    if (kept.length === 0) return kept;
  }
  return kept;
}

/** A core of more operations than this explains nothing to a person. */
export const SMALL = 10;

/** Shrinks from the front and, if that leaves too much, from the back; ids ascending. */
export function smallest(
  all: readonly number[],
  stillFails: (kept: readonly number[]) => boolean,
  mayGoOn: () => boolean,
): readonly number[] {
  const first = shrink(all, stillFails, mayGoOn);
  const second =
    first.length <= SMALL || !mayGoOn() ? first : shrink([...all].reverse(), stillFails, mayGoOn);
  return [...(second.length < first.length ? second : first)].sort((a, b) => a - b);
}
