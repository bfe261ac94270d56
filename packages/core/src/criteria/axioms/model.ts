/** A basic relation between operations: linearization, visibility, program (session) order, happens-before. */
export type Relation = "lin" | "vis" | "po" | "hb";

/** One step of a path: a relation, or a filter `[m1,m2]` that lets only operations of these methods pass. */
export type Step = Relation | { readonly methods: readonly string[] };

/**
 * An axiom `left ⊇ path`: whenever the steps of the path lead from x to z, the pair (x, z) must be in
 * `left`. Steps are read from left to right: `vis∘hb` leads from x to z when some y sees x and happens
 * before z (the composition of CAV'18 Section 2).
 */
export interface Axiom {
  readonly left: "lin" | "vis";
  readonly path: readonly Step[];
}

/**
 * A consistency model: a set of axioms (CAV'18 Fig. 2, POPL'19 Section 6.4). Besides its own axioms each
 * model has Ret (every result is what the type returns after what the operation sees), `lin ⊇ vis`, and
 * `lin ⊇ hb` unless `relaxLin`.
 */
export interface AxiomModel {
  readonly name?: string;
  readonly axioms: readonly Axiom[];
  /** Whether the model said `relax lin`: the linearization need not include happens-before. */
  readonly relaxLin: boolean;
}

/** The relations, by name. */
export const relations: readonly Relation[] = ["lin", "vis", "po", "hb"];

/** The axioms that hold beyond the model's own, Ret apart (Φ0 of CAV'18 Section 2). */
export function impliedAxioms(model: AxiomModel): readonly Axiom[] {
  const lin = (path: Relation): Axiom => ({ left: "lin", path: [path] });
  return model.relaxLin ? [lin("vis")] : [lin("vis"), lin("hb")];
}
