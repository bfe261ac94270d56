import type { Placed, VisibilityModel } from "./model.js";
import type { Sets } from "../sets.js";

/**
 * What one operation may see when it comes next: any set that holds `least`, and with each other
 * operation x all of `needs.get(x)`.
 */
export interface Choices<Bits> {
  readonly least: Bits;
  /** The operations that it may see beyond the least. */
  readonly free: Bits;
  /** For each free operation: it and everything that must be seen with it, the least included. */
  readonly needs: ReadonlyMap<number, Bits>;
}

/** The choices for an operation that comes next, or `undefined` where it cannot come next. */
export function choicesFor<Bits>(
  sets: Sets<Bits>,
  model: VisibilityModel<Bits>,
  operation: number,
  placed: Placed<Bits>,
  visible: readonly Bits[],
): Choices<Bits> | undefined {
  const least = model.required(operation, placed, visible);
  if (!sets.within(least, placed.set)) return undefined;
  const needs = new Map<number, Bits>();
  let free = sets.empty;
  for (let left = sets.difference(placed.set, least); !sets.isEmpty(left); left = sets.rest(left)) {
    const x = sets.first(left);
    const closed = model.close(operation, sets.union(least, sets.single(x)), placed, visible);
    if (!sets.within(closed, placed.set)) continue;
    needs.set(x, closed);
    free = sets.union(free, sets.single(x));
  }
  return { least, free, needs };
}

/** The largest of the allowed sets: everything. */
export function largestChoice<Bits>(sets: Sets<Bits>, { least, free }: Choices<Bits>): Bits {
  return sets.union(least, free);
}

/**
 * The next allowed set after `current`, from the largest to the least, each once: sets in falling
 * order as binary numbers. (B. Ganter's NextClosure upside down: the largest allowed set that keeps
 * what is above x, leaves x out, and is free below x, for the least x that works.) It needs nothing
 * but `current`, so an enumeration can be broken off and gone on with elsewhere.
 */
export function nextChoice<Bits>(sets: Sets<Bits>, choices: Choices<Bits>, current: Bits): Bits | undefined {
  const { least, free, needs } = choices;
  let below = sets.empty;
  let above = sets.intersection(current, free);
  for (let left = free; !sets.isEmpty(left); left = sets.rest(left)) {
    const x = sets.first(left);
    const single = sets.single(x);
    if (sets.has(current, x)) {
      above = sets.difference(above, single);
      const most = sets.union(sets.union(least, above), below);
      let inner = least;
      for (let rest = sets.union(above, below); !sets.isEmpty(rest); rest = sets.rest(rest)) {
        const y = sets.first(rest);
        if (sets.within(needs.get(y) as Bits, most)) inner = sets.union(inner, sets.single(y));
      }
      if (sets.within(above, inner)) return inner;
    }
    below = sets.union(below, single);
  }
  return undefined;
}

/**
 * The minimal sets among the allowed ones that `explains` accepts. Allowed sets are visited as a
 * tree in which a child adds one operation and what it needs (NextClosure: no set twice, and every
 * set after all its subsets), so a set that holds one found before ends its branch.
 */
export function* minimalChoices<Bits>(
  sets: Sets<Bits>,
  { least, free, needs }: Choices<Bits>,
  explains: (seen: Bits) => boolean,
): Generator<Bits> {
  const found: Bits[] = [];
  const stack: { readonly seen: Bits; readonly next: Bits }[] = [{ seen: least, next: free }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { seen, next } = top;
    if (found.some((smaller) => sets.within(smaller, seen))) continue;
    if (explains(seen)) {
      found.push(seen);
      yield seen;
      continue;
    }
    // Children in rising order of what they add: the stack visits the last one first.
    for (let left = next; !sets.isEmpty(left); left = sets.rest(left)) {
      const x = sets.first(left);
      if (sets.has(seen, x)) continue;
      const child = sets.union(seen, needs.get(x) as Bits);
      // A child that also adds an operation before x is met elsewhere.
      if (sets.first(sets.difference(child, seen)) === x) stack.push({ seen: child, next: sets.rest(left) });
    }
  }
}
