import type { Axiom, AxiomModel, Relation } from "../../criteria/axioms/model.js";
import type { Problem } from "../problem.js";
import { elements, setOf } from "../sets.js";

/** A relation of a path, and the operations that its filters let through at the far end. */
export interface Leg<Bits> {
  readonly relation: Relation;
  readonly to: Bits;
}

/** An axiom on the operations of a problem: `left ⊇ [from]∘leg∘leg…`, filters turned into sets. */
export interface Rule<Bits> {
  readonly left: "lin" | "vis";
  readonly from: Bits;
  readonly legs: readonly Leg<Bits>[];
  /** Whether the path has only steps that the history gives (po and hb): its pairs are known at once. */
  readonly fixed: boolean;
}

/** A model on the operations of a problem. */
export interface Rules<Bits> {
  readonly rules: readonly Rule<Bits>[];
  /** What must stand before each operation in every linearization, transitively. */
  readonly order: readonly Bits[];
  /** Whether `order` has a cycle: then no linearization exists. */
  readonly cyclic: boolean;
  /** What each operation must see whatever is chosen: the pairs of the fixed `vis ⊇ …` rules. */
  readonly mustSee: readonly Bits[];
  /** The rules with a step of po or hb that a linearization may run against (only with `relax lin`). */
  readonly wild: readonly Rule<Bits>[];
}

/** The operations that a relation which the history gives leads from, to each operation. */
export const given = <Bits>(problem: Problem<Bits>, relation: Relation): readonly Bits[] =>
  relation === "po" ? problem.sessionBefore : problem.before;

/** Turns the axioms of a model into rules on the operations of a problem. */
export function createRules<Bits>(problem: Problem<Bits>, model: AxiomModel): Rules<Bits> {
  const { sets, size, before } = problem;
  const rules = model.axioms.map((axiom) => createRule(problem, axiom));
  const order = Array.from({ length: size }, (_, z) => (model.relaxLin ? sets.empty : before[z]));
  const mustSee = Array.from({ length: size }, () => sets.empty);
  for (const rule of rules.filter(({ fixed }) => fixed))
    for (let z = 0; z < size; z++) {
      const pairs = fixedPairs(problem, rule, z);
      order[z] = sets.union(order[z], pairs);
      if (rule.left === "vis") mustSee[z] = sets.union(mustSee[z], pairs);
    }
  problem.known?.sees.forEach((seen = sets.empty, z) => {
    order[z] = sets.union(order[z], seen);
    mustSee[z] = sets.union(mustSee[z], seen);
  });
  const isClosed = order.every((earlier, z) => !model.relaxLin && sets.within(earlier, before[z]));
  if (!isClosed) closeTransitively(problem, order);
  return {
    rules,
    order,
    cyclic: problem.cyclic || order.some((earlier, z) => sets.has(earlier, z)),
    mustSee,
    wild: rules.filter((rule) => !rule.fixed && isWild(problem, rule, order)),
  };
}

function closeTransitively<Bits>({ sets, size }: Problem<Bits>, order: Bits[]): void {
  for (let y = 0; y < size; y++)
    for (let z = 0; z < size; z++) if (sets.has(order[z], y)) order[z] = sets.union(order[z], order[y]);
}

function createRule<Bits>(problem: Problem<Bits>, { left, path }: Axiom): Rule<Bits> {
  const { sets, size, labels } = problem;
  const all = setOf(
    sets,
    Array.from({ length: size }, (_, operation) => operation),
  );
  const ends = [all];
  const relations: Relation[] = [];
  for (const step of path) {
    if (typeof step === "string") {
      relations.push(step);
      ends.push(all);
    } else {
      const passed = labels.flatMap(({ method }, operation) =>
        step.methods.includes(method) ? [operation] : [],
      );
      ends.push(sets.intersection(ends.pop() as Bits, setOf(sets, passed)));
    }
  }
  return {
    left,
    from: ends[0],
    legs: relations.map((relation, at) => ({ relation, to: ends[at + 1] })),
    fixed: relations.every((relation) => relation === "po" || relation === "hb"),
  };
}

/** The operations from which a fixed rule leads to `z`. A path of filters alone leads from z to itself. */
function fixedPairs<Bits>(problem: Problem<Bits>, { from, legs }: Rule<Bits>, z: number): Bits {
  const { sets } = problem;
  let reached = sets.single(z);
  for (const { relation, to } of legs.toReversed()) {
    const earlier = given(problem, relation);
    let next = sets.empty;
    for (const y of elements(sets, sets.intersection(reached, to))) next = sets.union(next, earlier[y]);
    reached = next;
  }
  return sets.intersection(reached, from);
}

function isWild<Bits>(problem: Problem<Bits>, { from, legs }: Rule<Bits>, order: readonly Bits[]): boolean {
  const { sets } = problem;
  return legs.some(({ relation, to }, at) => {
    if (relation === "lin" || relation === "vis") return false;
    const sources = at === 0 ? from : legs[at - 1].to;
    const earlier = given(problem, relation);
    return elements(sets, to).some((z) => !sets.within(sets.intersection(earlier[z], sources), order[z]));
  });
}
