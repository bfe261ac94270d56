import type { AxiomModel, Step } from "@sightline/core/criteria/axioms/model.js";
import { type History, labelOf } from "@sightline/core/history/history.js";
import type { Condition, Relation } from "../visibility/visibility-oracle.js";

/** The axioms of a model as a condition for `satisfiesPredicate`, by plain composition of relations (POPL'19 §6.4). */
export function axiomCondition(history: History, { axioms }: AxiomModel): Condition {
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const compose = (first: Relation, then: Relation): Relation =>
    ids.map((x) => ids.map((z) => ids.some((y) => first[x][y] && then[y][z])));
  return (lin, vis, hb, po) => {
    const relationOf = (step: Step): Relation =>
      typeof step === "string"
        ? { lin, vis, hb, po }[step]
        : ids.map((a) => ids.map((b) => a === b && step.methods.includes(labelOf(history, a).method)));
    return axioms.every(({ left, path }) => {
      const required = path.map(relationOf).reduce(compose);
      const given = relationOf(left);
      return ids.every((a) => ids.every((b) => !required[a][b] || given[a][b]));
    });
  };
}
