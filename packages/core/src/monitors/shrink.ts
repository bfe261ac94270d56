/**
 * A few of the items that still fail together, by leaving out ever smaller runs of them. `fails`
 * must be monotone: whatever holds a failing list fails. With effort enough (the number of items
 * that `fails` may look at in all) none of the rest can be left out.
 */
export function shrink(
  items: readonly number[],
  fails: (items: readonly number[]) => boolean,
  effort: number,
): readonly number[] {
  let core = items;
  let left = effort;
  for (let run = items.length >> 1; run > 0; run >>= 1)
    for (let at = 0; at < core.length; ) {
      const rest = [...core.slice(0, at), ...core.slice(at + run)];
      left -= rest.length;
      if (left < 0) return core;
      if (fails(rest)) core = rest;
      else at += run;
    }
  return core;
}
