import { PENDING } from "../history/history.js";
import type { Order, Part } from "./part.js";

/**
 * A test whether a row may be linearized next as far as `part.order` goes, after exactly the rows
 * for which `taken` is true. It depends on that set alone, not on its order, so engines may
 * remember configurations as (set, state).
 *
 * A row waits for all in its list that returned. A pending one in its list may stay out for ever;
 * but once the row is taken without it, it must: so a pending row is refused when any row that has
 * it in its list is taken.
 */
export function createOrderCheck(
  part: Part,
  taken: (row: number) => boolean,
): ((row: number) => boolean) | undefined {
  const { order, ret } = part;
  if (order === undefined) return undefined;
  const { first, before } = order;
  const followers = followersOfPending(part, order);
  return (row) => {
    for (let i = first[row]; i < first[row + 1]; i++)
      if (ret[before[i]] !== PENDING && !taken(before[i])) return false;
    if (ret[row] === PENDING && followers.has(row))
      for (const follower of followers.get(row) ?? []) if (taken(follower)) return false;
    return true;
  };
}

/** Pending row → the rows that have it in their lists. */
function followersOfPending(part: Part, { first, before }: Order): Map<number, number[]> {
  const followers = new Map<number, number[]>();
  for (let row = 0; row < part.size; row++)
    for (let i = first[row]; i < first[row + 1]; i++) {
      const earlier = before[i];
      if (part.ret[earlier] !== PENDING) continue;
      const known = followers.get(earlier);
      if (known === undefined) followers.set(earlier, [row]);
      else known.push(row);
    }
  return followers;
}
