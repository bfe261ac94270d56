import type { Problem } from "@sightline/core/visibility/problem.js";
import {
  type Axiom,
  type AxiomModel,
  impliedAxioms,
  type Relation,
  type Step,
} from "@sightline/core/criteria/axioms/model.js";

/** An axiom that does not hold, and a pair of operations that its right side has and its left side lacks. */
export interface AxiomBreach {
  readonly axiom: Axiom;
  /** The operations, as the problem numbers them. */
  readonly pair: readonly [number, number];
}

/** What evaluation needs to know of a problem. */
type Operations<Bits> = Pick<Problem<Bits>, "sets" | "size" | "labels" | "before" | "sessionBefore">;

/** A relation on the operations 0, 1, …, as rows of a matrix: `rows[x]` marks each z with x related to z. */
type Matrix = readonly Uint8Array[];

/**
 * Evaluates the axioms of a model, those that always hold included (Ret apart), on a linearization and a
 * visibility, literally: relations are matrices and `∘` is their product (CAV'18 Fig. 3). Returns the first
 * axiom that does not hold.
 *
 * @param linearization every operation once
 * @param visible what each operation sees, itself not included
 */
export function evaluateAxioms<Bits>(
  problem: Operations<Bits>,
  model: AxiomModel,
  linearization: readonly number[],
  visible: readonly Bits[],
): AxiomBreach | undefined {
  const { sets, size, labels, before, sessionBefore } = problem;
  const position = new Int32Array(size);
  linearization.forEach((operation, at) => {
    position[operation] = at;
  });
  const matrix = (related: (x: number, z: number) => boolean): Matrix =>
    Array.from({ length: size }, (_, x) =>
      Uint8Array.from({ length: size }, (__, z) => (related(x, z) ? 1 : 0)),
    );
  const basic: Readonly<Record<Relation, Matrix>> = {
    lin: matrix((x, z) => position[x] < position[z]),
    vis: matrix((x, z) => sets.has(visible[z], x)),
    hb: matrix((x, z) => sets.has(before[z], x)),
    po: matrix((x, z) => sets.has(sessionBefore[z], x)),
  };
  const relationOf = (step: Step): Matrix =>
    typeof step === "string"
      ? basic[step]
      : matrix((x, z) => x === z && step.methods.includes(labels[x].method));
  for (const axiom of [...impliedAxioms(model), ...model.axioms]) {
    const right = axiom.path.map(relationOf).reduce(compose);
    const left = basic[axiom.left];
    for (let x = 0; x < size; x++)
      for (let z = 0; z < size; z++)
        if (right[x][z] === 1 && left[x][z] === 0) return { axiom, pair: [x, z] };
  }
  return undefined;
}

/** The pairs (x, z) with x related to some y by `first` and y to z by `second`. */
function compose(first: Matrix, second: Matrix): Matrix {
  return first.map((row) => {
    const product = new Uint8Array(row.length);
    row.forEach((related, y) => {
      if (related === 1) second[y].forEach((further, z) => (product[z] |= further));
    });
    return product;
  });
}
