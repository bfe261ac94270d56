import type { Axiom, Relation, Step } from "./model.js";

/** A set of methods in a schema; `undefined` is `*`, every method. */
export type MethodSet = readonly string[] | undefined;

/** An axiom with two sets of methods left open: `left ⊇ [M1]∘path∘[M2]`. */
export interface Schema {
  readonly name: string;
  readonly left: "lin" | "vis";
  readonly path: readonly Relation[];
  /** One sentence: what the axiom asks of an M2-operation. */
  readonly doc: string;
}

/** The schemas of POPL'19 Table 4. */
export const schemas: readonly Schema[] = [
  {
    name: "HbConsistentLin",
    left: "lin",
    path: ["hb"],
    doc: "an M1-operation that happens before an M2-operation stands before it in the linearization",
  },
  {
    name: "ReadPreviousOps",
    left: "vis",
    path: ["hb"],
    doc: "an M2-operation sees the M1-operations that happen before it",
  },
  {
    name: "HbMonotonicReads",
    left: "vis",
    path: ["vis", "hb"],
    doc: "an M2-operation sees the M1-operations that an operation that happens before it sees",
  },
  {
    name: "ReadHbPrefix",
    left: "vis",
    path: ["hb", "vis"],
    doc: "an M2-operation sees the M1-operations that happen before an operation it sees",
  },
  {
    name: "SingleOrder",
    left: "vis",
    path: ["lin"],
    doc: "an M2-operation sees every M1-operation before it in the linearization",
  },
  {
    name: "LinMonotonicReads",
    left: "vis",
    path: ["vis", "lin"],
    doc: "an M2-operation sees the M1-operations that any operation before it in the linearization sees",
  },
  {
    name: "ReadLinPrefix",
    left: "vis",
    path: ["lin", "vis"],
    doc: "an M2-operation sees the M1-operations that stand in the linearization before an operation it sees",
  },
  {
    name: "TransVis",
    left: "vis",
    path: ["vis", "vis"],
    doc: "an M2-operation sees the M1-operations that an operation it sees sees",
  },
];

/** The axiom that a schema stands for; `*` needs no filter. */
export function instantiate(schema: Schema, first: MethodSet, second: MethodSet): Axiom {
  const filter = (methods: MethodSet): readonly Step[] => (methods === undefined ? [] : [{ methods }]);
  return { left: schema.left, path: [...filter(first), ...schema.path, ...filter(second)] };
}

/** The schema of that name. */
export const findSchema = (name: string): Schema | undefined =>
  schemas.find((schema) => schema.name === name);
