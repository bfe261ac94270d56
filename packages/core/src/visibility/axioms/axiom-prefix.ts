import { createPaths, fixedTails, type Paths } from "./axiom-paths.js";
import { given, type Rules } from "./axiom-rules.js";
import type { Problem } from "../problem.js";
import { elements } from "../sets.js";

/**
 * A linearization in the making: the operations placed so far, what each of them sees, and what the rules
 * make of that for the next. Placing and taking back go like a stack.
 */
export interface Prefix<Bits> {
  readonly paths: Paths<Bits>;
  /** How many operations are placed. */
  depth(): number;
  /** The operations placed. */
  placed(): Bits;
  /** The operations placed, in order; only the first `depth()` entries count. */
  readonly line: Int32Array;
  /** What each placed operation sees. */
  readonly visible: Bits[];
  /** The state after all placed operations. */
  state(): number;
  place(operation: number, visible: Bits): void;
  takeBack(): void;
  /** The least set that the rules let `operation` see, were it placed next. */
  least(operation: number): Bits;
  /** Whether seeing one thing may oblige `operation` to see another. */
  isClosing(operation: number): boolean;
  /** What `operation` sees at least if it sees the placed operation `seen`, itself included. */
  closure(operation: number, seen: number): Bits;
  /** The tails on which what may be placed next depends: the smaller, the more may (for the same `placed`). */
  signature(): Bits[];
}

/** An empty prefix. No rule may be wild: every step of every path goes forwards in the linearization. */
export function createPrefix<Bits>(problem: Problem<Bits>, rules: Rules<Bits>): Prefix<Bits> {
  const { sets, size, execution } = problem;
  const paths = createPaths(problem, rules);
  const { beginnings, opening, closing } = paths;
  const count = beginnings.length;
  const tails = fixedTails(problem, paths);
  const line = new Int32Array(size);
  const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
  let depth = 0;
  const placedAt: Bits[] = [sets.empty];
  const states = new Int32Array(size + 1).fill(execution.initial);
  // For each depth and beginning, the union of the tails at the operations placed.
  const unions: Bits[][] = Array.from({ length: size + 1 }, () =>
    Array.from({ length: count }, () => sets.empty),
  );

  // Operations bound by the same closing rules share their closures.
  const groups: { readonly beginnings: readonly number[]; readonly closures: Bits[] }[] = [];
  const groupOf = new Int32Array(size).fill(-1);
  const groupNumbers = new Map<string, number>();
  for (let z = 0; z < size; z++) {
    const bound = closing.filter(({ targets }) => sets.has(targets, z)).map(({ beginning }) => beginning);
    if (bound.length === 0) continue;
    const key = bound.join();
    if (!groupNumbers.has(key)) {
      groupNumbers.set(key, groups.length);
      groups.push({ beginnings: bound, closures: Array.from({ length: size }, () => sets.empty) });
    }
    groupOf[z] = groupNumbers.get(key) as number;
  }

  /** The union of row entries over the elements of a set. */
  const gather = (row: readonly Bits[], over: Bits): Bits => {
    let union = sets.empty;
    for (let left = over; !sets.isEmpty(left); left = sets.rest(left))
      union = sets.union(union, row[sets.first(left)]);
    return union;
  };

  /** The tail of a beginning at y, which is being placed and sees `seen`. */
  const tailAt = (b: number, y: number, seen: Bits): Bits => {
    const { parent, relation, at } = beginnings[b];
    if (!sets.has(at, y)) return sets.empty;
    if (relation === "lin") return unions[depth][parent];
    const sources = relation === "vis" ? seen : given(problem, relation)[y];
    return gather(tails[parent], sets.intersection(sources, beginnings[parent].at));
  };

  return {
    paths,
    depth: () => depth,
    placed: () => placedAt[depth],
    line,
    visible,
    state: () => states[depth],

    place(operation, seen) {
      visible[operation] = seen;
      for (let b = 0; b < count; b++)
        if (!beginnings[b].fixed) tails[b][operation] = tailAt(b, operation, seen);
      for (const group of groups) {
        let closed = sets.single(operation);
        for (const b of group.beginnings) {
          const needed = sets.difference(tails[b][operation], sets.single(operation));
          closed = sets.union(closed, gather(group.closures, needed));
        }
        group.closures[operation] = closed;
      }
      for (let b = 0; b < count; b++)
        unions[depth + 1][b] = sets.union(unions[depth][b], tails[b][operation]);
      placedAt[depth + 1] = sets.union(placedAt[depth], sets.single(operation));
      states[depth + 1] = execution.next(states[depth], operation);
      line[depth++] = operation;
    },

    takeBack() {
      depth--;
    },

    least(operation) {
      let needed = rules.mustSee[operation];
      for (const { beginning, relation, targets } of opening) {
        if (!sets.has(targets, operation)) continue;
        if (relation === "lin") needed = sets.union(needed, unions[depth][beginning]);
        else {
          const sources = sets.intersection(given(problem, relation)[operation], beginnings[beginning].at);
          needed = sets.union(needed, gather(tails[beginning], sources));
        }
      }
      return groupOf[operation] < 0 ? needed : gather(groups[groupOf[operation]].closures, needed);
    },

    isClosing: (operation) => groupOf[operation] >= 0,

    closure: (operation, seen) =>
      groupOf[operation] < 0 ? sets.single(seen) : groups[groupOf[operation]].closures[seen],

    signature() {
      const parts: Bits[] = [];
      const placed = placedAt[depth];
      beginnings.forEach(({ at, fixed, continued }, b) => {
        if (fixed) return; // a fixed tail is the same whatever was chosen
        if (continued.has("vis")) {
          for (const y of elements(sets, sets.intersection(at, placed))) parts.push(tails[b][y]);
          return;
        }
        if (continued.has("lin")) parts.push(unions[depth][b]);
        for (const relation of ["po", "hb"] as const)
          if (continued.has(relation))
            for (let w = 0; w < size; w++)
              if (!sets.has(placed, w)) {
                const sources = sets.intersection(given(problem, relation)[w], sets.intersection(at, placed));
                parts.push(gather(tails[b], sources));
              }
      });
      return parts;
    },
  };
}
