import type { Integer } from "./integer.js";
import type { Constraint, Subject } from "./litmus-test.js";

/** A condition on the final state of a run. */
export type Proposition =
  | { readonly kind: "is"; readonly constraint: Constraint }
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "not"; readonly of: Proposition }
  | { readonly kind: "and" | "or"; readonly parts: readonly Proposition[] };

/** Whether a proposition holds in a state. */
export function holds(proposition: Proposition, valueOf: (subject: Subject) => Integer | undefined): boolean {
  switch (proposition.kind) {
    case "is":
      return valueOf(proposition.constraint) === proposition.constraint.value;
    case "constant":
      return proposition.holds;
    case "not":
      return !holds(proposition.of, valueOf);
    case "and":
      return proposition.parts.every((part) => holds(part, valueOf));
    case "or":
      return proposition.parts.some((part) => holds(part, valueOf));
  }
}

/** Whether anything is negated in a proposition: then its values do not tell its outcomes. */
export function hasNegation(proposition: Proposition): boolean {
  switch (proposition.kind) {
    case "not":
      return true;
    case "and":
    case "or":
      return proposition.parts.some(hasNegation);
    default:
      return false;
  }
}

/** All values that a proposition names, in the order in which it does. */
export function constraintsOf(proposition: Proposition): readonly Constraint[] {
  switch (proposition.kind) {
    case "is":
      return [proposition.constraint];
    case "constant":
      return [];
    case "not":
      return constraintsOf(proposition.of);
    case "and":
    case "or":
      return proposition.parts.flatMap(constraintsOf);
  }
}
