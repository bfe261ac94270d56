import type { Relation } from "../../criteria/axioms/model.js";
import { given, type Rules } from "./axiom-rules.js";
import type { Problem } from "../problem.js";
import { elements } from "../sets.js";

/**
 * The beginning of a path. For a placed operation y, the *tail* at y is the set of operations from which
 * this beginning leads to y. It is fixed once y is placed, since every step of a path goes forwards in the
 * linearization; it is smaller the less earlier operations see.
 */
export interface Beginning<Bits> {
  /** The beginning without its last step; -1 for the empty path. */
  readonly parent: number;
  /** The last step; unused for the empty path. */
  readonly relation: Relation;
  /** The operations at which it may end. */
  readonly at: Bits;
  /** Whether it has only steps that the history gives, so that its tails are known from the start. */
  readonly fixed: boolean;
  /** The relations of the steps that follow it in some rule. */
  readonly continued: Set<Relation>;
}

/** The end of a `vis ⊇ …` rule: z in `targets` must see the tails at all y that `relation` relates to z. */
export interface Ending<Bits> {
  readonly beginning: number;
  readonly relation: Relation;
  readonly targets: Bits;
}

/** The non-fixed `vis ⊇ …` rules of a model with their common beginnings shared. */
export interface Paths<Bits> {
  /** Parents first. */
  readonly beginnings: readonly Beginning<Bits>[];
  /** Endings other than in `vis`: what z must see whatever it chooses. */
  readonly opening: readonly Ending<Bits>[];
  /** Endings in `vis`: what z must see because of something that it sees. */
  readonly closing: readonly Ending<Bits>[];
}

/** Shares the beginnings of the rules' paths. */
export function createPaths<Bits>(problem: Problem<Bits>, { rules }: Rules<Bits>): Paths<Bits> {
  const { sets } = problem;
  const beginnings: Beginning<Bits>[] = [];
  const numbers = new Map<string, number>();
  const intern = (parent: number, relation: Relation, at: Bits): number => {
    const key = `${parent} ${relation} ${sets.key(at)}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = beginnings.length;
      numbers.set(key, number);
      const fixed = parent < 0 || (beginnings[parent].fixed && (relation === "po" || relation === "hb"));
      beginnings.push({ parent, relation, at, fixed, continued: new Set() });
    }
    return number;
  };
  const opening: Ending<Bits>[] = [];
  const closing: Ending<Bits>[] = [];
  for (const { left, from, legs, fixed } of rules) {
    // Where every step goes forwards, a path with `lin` on its left holds of itself.
    if (left === "lin" || fixed) continue;
    let beginning = intern(-1, "lin", from);
    for (const { relation, to } of legs.slice(0, -1)) {
      beginnings[beginning].continued.add(relation);
      beginning = intern(beginning, relation, to);
    }
    const { relation, to: targets } = legs[legs.length - 1];
    const trivial = relation === "vis" && legs.length === 1; // vis ⊇ [M1]∘vis∘[M2]
    if (trivial) continue;
    beginnings[beginning].continued.add(relation);
    (relation === "vis" ? closing : opening).push({ beginning, relation, targets });
  }
  return { beginnings, opening, closing };
}

/** The tails of the fixed beginnings: beginning → operation → set; empty rows for the others. */
export function fixedTails<Bits>(problem: Problem<Bits>, { beginnings }: Paths<Bits>): Bits[][] {
  const { sets, size } = problem;
  const tails: Bits[][] = [];
  for (const { parent, relation, at, fixed } of beginnings) {
    const row: Bits[] = Array.from({ length: size }, () => sets.empty);
    tails.push(row);
    if (!fixed) continue;
    for (const y of elements(sets, at)) {
      if (parent < 0) row[y] = sets.single(y);
      else
        for (const x of elements(sets, given(problem, relation)[y]))
          row[y] = sets.union(row[y], tails[parent][x]);
    }
  }
  return tails;
}
