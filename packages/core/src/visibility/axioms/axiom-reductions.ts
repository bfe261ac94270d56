import type { Prefix } from "./axiom-prefix.js";
import type { Rules } from "./axiom-rules.js";
import type { Problem } from "../problem.js";

/** What the search may do with pure operations, and whose visibility nobody asks for. */
export interface Reductions<Bits> {
  /**
   * Pure operations that no step of `lin` touches: their place in the line matters to no one, so they wait
   * until an operation that must come after them is placed.
   */
  readonly deferrable: Bits;
  /** Operations from which no step of `lin` leads on: placed earlier, they oblige nobody to more. */
  readonly movable: Bits;
  /** Operations of which no later operation's obligations depend on what they see. */
  readonly unasked: Bits;
  /**
   * Whether a pure operation outside `movable` may be placed as soon as its least set, `seen`, explains it:
   * those that must see it then see all that is placed anyway.
   */
  absorbs(operation: number, seen: Bits): boolean;
}

/**
 * Finds the reductions that are exact for the given rules.
 *
 * Why a pure q may be placed at once where its least set V explains it and no step of `lin` leads on from
 * it: take any solution that goes on from this prefix, and move q to its front. Whoever saw q still may,
 * and q needs V at most, which is within what it saw; rules that led to q by `lin` now ask less; no rule
 * asks more.
 */
export function createReductions<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  prefix: Prefix<Bits>,
  pure: Bits,
): Reductions<Bits> {
  const { sets, size } = problem;
  const { beginnings, opening } = prefix.paths;
  const after = Array.from({ length: size }, () => sets.empty);
  rules.order.forEach((earlier, z) => {
    for (let y = 0; y < size; y++) if (sets.has(earlier, y)) after[y] = sets.union(after[y], sets.single(z));
  });
  let sources = sets.empty;
  let targets = sets.empty;
  for (const { at, continued } of beginnings) if (continued.has("lin")) sources = sets.union(sources, at);
  for (const { parent, relation, at } of beginnings)
    if (parent >= 0 && relation === "lin") targets = sets.union(targets, at);
  for (const ending of opening) if (ending.relation === "lin") targets = sets.union(targets, ending.targets);

  const every = Array.from({ length: size }, (_, z) => sets.single(z)).reduce(sets.union, sets.empty);
  const movable = sets.difference(every, sources);
  const deferrable = sets.difference(sets.intersection(pure, movable), targets);
  let unasked = sets.empty;
  for (let y = 0; y < size; y++) {
    // Someone may ask what y sees where a step of vis to y has another after it that leads on from y. A
    // deferrable operation is seen only by what comes after it in `order`, or by what sees such a one.
    const asked = beginnings.some(({ parent, relation, at, continued }) => {
      if (parent < 0 || relation !== "vis" || !sets.has(at, y)) return false;
      if (continued.has("lin")) return true;
      return !sets.isEmpty(after[y]) || (continued.has("vis") && !sets.has(deferrable, y));
    });
    if (!asked) unasked = sets.union(unasked, sets.single(y));
  }
  const absorbing = createAbsorption(problem, rules, prefix);
  return { deferrable, movable, unasked, absorbs: absorbing };
}

/**
 * The second way to place a pure q at once, where steps of `lin` do lead on from it. Let L be the operations
 * placed. Moved to the front, q must be seen by more operations; in each rule below, such an operation had
 * to see all of L before, by the same rule with an operation of L in place of q. So it also sees whatever
 * seeing q may oblige it to, and its result stays the same if q changes nothing after L.
 */
function createAbsorption<Bits>(
  problem: Problem<Bits>,
  { rules }: Rules<Bits>,
  prefix: Prefix<Bits>,
): (operation: number, seen: Bits) => boolean {
  const { sets, size, execution } = problem;
  const growing: Bits[] = []; // for each rule vis ⊇ vis∘[M]∘lin, the operations of M
  const exact = rules.every(({ left, from, legs, fixed }) => {
    if (left === "lin" || fixed) return true;
    const path = legs.map(({ relation }) => relation).join(" ");
    if (/^(vis|(hb|po) vis)$/.test(path)) return true;
    if (sets.size(from) < size) return false;
    if (path === "vis lin") growing.push(legs[0].to);
    return /^(lin|lin (vis|hb|po)|vis (vis|hb|po|lin))$/.test(path);
  });
  return (operation, seen) => {
    if (!exact || execution.next(prefix.state(), operation) !== prefix.state()) return false;
    return growing.every((through) => {
      let known = sets.empty;
      for (let k = 0; k < prefix.depth(); k++)
        if (sets.has(through, prefix.line[k])) known = sets.union(known, prefix.visible[prefix.line[k]]);
      return sets.within(seen, known);
    });
  };
}
