import type { Answered, At, Fact, Pair, Quiet } from "../../witness/proof/facts.js";
import type { Ref } from "../../witness/proof/proof.js";

/** A fact in force, and why. */
export interface Known<F extends Fact = Fact> {
  readonly fact: F;
  readonly why: Why;
}

export type KnownPair = Known<Pair>;
export type KnownQuiet = Known<Quiet>;
export type KnownAt = Known<At>;
export type KnownAnswered = Known<Answered>;

export type Why =
  /** The history says so, or it holds always. */
  | { readonly kind: "ref"; readonly ref: Ref }
  /** These together say so: it needs no step of its own. */
  | { readonly kind: "chain"; readonly of: readonly Known[] }
  /** It follows from these. */
  | { readonly kind: "step"; readonly from: Premises }
  /** It is what a case of a distinction says. */
  | {
      readonly kind: "case";
      readonly of: number;
      readonly part: "" | ".before" | ".sees" | ".quiet" | ".at";
    };

/** Facts that clash, alone or with the opposite of what follows, and the operations that lie between. */
export interface Premises {
  readonly facts: readonly Known[];
  readonly between?: readonly number[];
}

/** The facts that these consist of: chains taken apart, none twice. */
export function basesOf(facts: readonly Known[], found: Set<Known> = new Set()): Set<Known> {
  for (const known of facts)
    if (known.why.kind === "chain") basesOf(known.why.of, found);
    else found.add(known);
  return found;
}

/** All that these rest on, themselves included. */
export function groundsOf(facts: Iterable<Known>, found: Set<Known> = new Set()): Set<Known> {
  for (const base of basesOf([...facts])) {
    if (found.has(base)) continue;
    found.add(base);
    if (base.why.kind === "step") groundsOf(base.why.from.facts, found);
  }
  return found;
}

/** How much a reader has to go through for these: what the history says is nearly free. */
export function costOf({ facts }: Premises): number {
  let cost = 0;
  for (const { why } of groundsOf(facts)) cost += why.kind === "ref" ? 0.1 : 1;
  return cost;
}
