import type { AxiomModel, Step } from "../criteria/axioms/model.js";
import { addAll, hasBit, isWithin, missing, rowOf, type Rows } from "./rows.js";

/** The relations of an execution: row a of each holds the b to which a stands in it. */
export interface Relations {
  readonly size: number;
  readonly method: (operation: number) => string;
  readonly lin: Rows;
  /** Without that an operation sees itself (POPL'19 §6.4). */
  readonly vis: Rows;
  readonly hb: Rows;
  readonly po: Rows;
}

/** An axiom that does not hold, and a pair that it asks for. */
export interface BrokenAxiom {
  /** The axiom as people write it. */
  readonly axiom: string;
  readonly left: "lin" | "vis";
  readonly from: number;
  readonly to: number;
}

/**
 * The first axiom of the model that does not hold, if any, by plain composition of relations (CAV'18
 * Fig. 3, POPL'19 §6.4). Ret, `lin ⊇ vis` and `lin ⊇ hb` are not asked here.
 */
export function brokenAxiom({ axioms }: AxiomModel, relations: Relations): BrokenAxiom | undefined {
  const { size } = relations;
  const identity = (methods: readonly string[]): Rows =>
    Array.from({ length: size }, (_, a) =>
      rowOf(size, (b) => a === b && methods.includes(relations.method(a))),
    );
  const relationOf = (step: Step): Rows =>
    typeof step === "string" ? relations[step] : identity(step.methods);
  for (const { left, path } of axioms) {
    const composed = path.map(relationOf).reduce((first, then) => compose(first, then));
    for (let from = 0; from < size; from++)
      if (!isWithin(composed[from], relations[left][from])) {
        const steps = path.map((step) => (typeof step === "string" ? step : `[${step.methods.join(",")}]`));
        const to = missing(composed[from], relations[left][from]);
        return { axiom: `${left} ⊇ ${steps.join("∘")}`, left, from, to };
      }
  }
  return undefined;
}

/** R∘S: the pairs (x, z) with (x, y) in R and (y, z) in S for some y. */
function compose(first: Rows, then: Rows): Rows {
  return first.map((row) => {
    const reached = new Uint32Array(row.length);
    for (let y = 0; y < first.length; y++) if (hasBit(row, y)) addAll(reached, then[y]);
    return reached;
  });
}
