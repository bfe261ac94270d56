import { given, type Rule, type Rules } from "../axioms/axiom-rules.js";
import type { Meter } from "../meter.js";
import type { Problem } from "../problem.js";
import { elements } from "../sets.js";
import type { ListOrder } from "./list-order.js";

/** What is known so far of an execution: least and most of what each operation sees, and orders. */
export interface Sights<Bits> {
  /** What each operation sees in any case. */
  readonly must: Bits[];
  /** What it does not see, by choice or because it must not. What comes after it in the line it does not see, either. */
  readonly cannot: Bits[];
  /** What stands before it in the line in any case. */
  readonly earlier: Bits[];
  readonly list: ListOrder | undefined;
}

/** A copy that may be changed. */
export const copyOf = <Bits>({ must, cannot, earlier, list }: Sights<Bits>): Sights<Bits> => ({
  must: must.slice(),
  cannot: cannot.slice(),
  earlier: earlier.slice(),
  list: list?.copy(),
});

/** What it takes to close one pair of operations, by all rules, once. */
const WORK_OF_CLOSING = 4;

/**
 * Adds what the rules draw from what is known, until they draw no more; false where that is a contradiction.
 * Every rule says that something must be seen, or stand before something, where other such things hold. So
 * what it gives is the least of each that they allow.
 */
export function close<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  sights: Sights<Bits>,
  meter: Meter,
): boolean {
  const { sets, size } = problem;
  const { must, cannot, earlier } = sights;
  const open = rules.rules.filter(({ fixed }) => !fixed);
  for (let changed = true; changed; ) {
    changed = false;
    const grow = (rows: Bits[], z: number, more: Bits): void => {
      if (sets.within(more, rows[z])) return;
      rows[z] = sets.union(rows[z], more);
      changed = true;
    };
    for (let z = 0; z < size; z++) {
      meter.work(WORK_OF_CLOSING * size);
      grow(earlier, z, must[z]);
      for (let left = earlier[z]; !sets.isEmpty(left); left = sets.rest(left))
        grow(earlier, z, earlier[sets.first(left)]);
      if (sets.has(earlier[z], z)) return false;
    }
    for (const rule of open)
      for (let z = 0; z < size; z++) {
        meter.work(size >> 2);
        grow(rule.left === "vis" ? must : earlier, z, reaching(problem, rule, sights, z));
      }
  }
  return must.every((seen, z) => sets.isEmpty(sets.intersection(seen, cannot[z])));
}

/** The operations from which the path of a rule leads to `z`. */
export function reaching<Bits>(
  problem: Problem<Bits>,
  { from, legs }: Rule<Bits>,
  { must, earlier }: Pick<Sights<Bits>, "must" | "earlier">,
  z: number,
): Bits {
  const { sets } = problem;
  let reached = sets.single(z);
  for (let at = legs.length - 1; at >= 0; at--) {
    const { relation, to } = legs[at];
    const rows = relation === "lin" ? earlier : relation === "vis" ? must : given(problem, relation);
    let next = sets.empty;
    for (let left = sets.intersection(reached, to); !sets.isEmpty(left); left = sets.rest(left))
      next = sets.union(next, rows[sets.first(left)]);
    reached = next;
  }
  return sets.intersection(reached, from);
}

/** All operations in an order that extends what is known of the line. */
export function lineOf<Bits>({ sets, size }: Problem<Bits>, earlier: readonly Bits[]): number[] {
  const before = earlier.map((set) => elements(sets, set).length);
  // What stands before has fewer before it, as the sets are closed.
  return Array.from({ length: size }, (_, operation) => operation).sort(
    (a, b) => before[a] - before[b] || a - b,
  );
}
