import type { Sets } from "../sets.js";

/**
 * The subset of `whole` after `current`, from the whole down to the empty one: `(current - 1) & whole`
 * in the language of sets. `undefined` after the empty one.
 */
export function nextSubset<Bits>(sets: Sets<Bits>, whole: Bits, current: Bits): Bits | undefined {
  if (sets.isEmpty(current)) return undefined;
  const least = sets.first(current);
  let next = sets.rest(current);
  for (let left = whole; sets.first(left) < least; left = sets.rest(left))
    next = sets.union(next, sets.single(sets.first(left)));
  return next;
}
