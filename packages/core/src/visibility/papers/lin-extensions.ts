import type { Placed, VisibilityModel } from "./model.js";
import { elements, type Sets } from "../sets.js";

/** The two ways to enumerate linearizations. */
export type LinearizeName = "wing-gong" | "jit";

/** Every way in which a prefix may be extended next: each a few operations to append, in order. */
export type LinExtensions<Bits> = (placed: Placed<Bits>) => Iterable<readonly number[]>;

/** The enumeration of that name (CAV'18 Fig. 4, `linExtensions`). Both meet every linearization exactly once. */
export function linExtensions<Bits>(
  sets: Sets<Bits>,
  model: VisibilityModel<Bits>,
  name: LinearizeName,
): LinExtensions<Bits> {
  return name === "jit" ? justInTime(sets, model) : wingGong(sets, model);
}

/** J. Wing and C. Gong (CAV'18 [38]): append any one operation that is minimal in happens-before. */
function wingGong<Bits>(sets: Sets<Bits>, { predecessors }: VisibilityModel<Bits>): LinExtensions<Bits> {
  return function* (placed) {
    for (const operation of minimals(sets, predecessors, placed.set)) yield [operation];
  };
}

/**
 * G. Lowe's just-in-time linearization (CAV'18 [29]): append the first operation to return among
 * those not linearized, after any sequence of operations that need not come after it; nothing at
 * first.
 *
 * The order of returns is read off happens-before: the earlier an operation returns, the more
 * operations come after it. Where happens-before is real time this is the order of returns, but for
 * operations that nothing tells apart; elsewhere it is as good an order as any.
 */
function justInTime<Bits>(sets: Sets<Bits>, { predecessors }: VisibilityModel<Bits>): LinExtensions<Bits> {
  const successors = new Int32Array(predecessors.length);
  for (const before of predecessors) for (const earlier of elements(sets, before)) successors[earlier]++;
  const returns = predecessors.map((_, operation) => operation);
  returns.sort((a, b) => successors[b] - successors[a] || a - b);

  return function* (placed) {
    const first = returns.find((operation) => !sets.has(placed.set, operation));
    if (first === undefined) return;
    const sequence: number[] = [];
    // One frame per operation of the sequence: what is placed then, and what is left to try next.
    const frames: { readonly set: Bits; readonly left: number[] }[] = [];
    const open = (set: Bits): boolean => {
      const ready = minimals(sets, predecessors, set);
      frames.push({ set, left: ready.filter((operation) => operation !== first).reverse() });
      return ready.includes(first);
    };
    if (open(placed.set)) yield [first];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const operation = frame.left.pop();
      if (operation === undefined) {
        frames.pop();
        sequence.pop();
        continue;
      }
      sequence.push(operation);
      if (open(sets.union(frame.set, sets.single(operation)))) yield [...sequence, first];
    }
  };
}

/** The operations not in the set whose predecessors are all in it, in ascending order. */
export function minimals<Bits>(sets: Sets<Bits>, predecessors: readonly Bits[], set: Bits): number[] {
  const found: number[] = [];
  for (let operation = 0; operation < predecessors.length; operation++)
    if (!sets.has(set, operation) && sets.within(predecessors[operation], set)) found.push(operation);
  return found;
}
