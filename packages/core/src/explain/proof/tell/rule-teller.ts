import { type Axiom, type Relation, type Step } from "../../../criteria/axioms/model.js";
import { printAxiom } from "../../../criteria/axioms/print.js";
import { findCriterion } from "../../../criteria/criterion.js";
import { levelOf } from "../../../criteria/level-map.js";
import { labelOf } from "../../../history/history.js";
import type { Fact } from "../../../witness/proof/facts.js";
import { closeFacts } from "../../../witness/proof/close-facts.js";
import type { Scene } from "../../../witness/scene/scene.js";

/** What an axiom asks, by its path without filters. */
const meanings: Readonly<Record<string, string>> = {
  hb: "an operation sees those that happen before it",
  po: "an operation sees those before it in its session",
  lin: "an operation sees all before it",
  "vis hb": "what an operation sees, those after it see",
  "vis po": "what an operation sees, later ones of its session see",
  "vis lin": "what an operation sees, all after it see",
  "hb vis": "who sees an operation sees what happens before it",
  "po vis": "who sees an operation sees those before it in its session",
  "lin vis": "who sees an operation sees all before it",
  "vis vis": "who sees an operation sees what it sees",
  "vis po vis": "who sees an operation sees what those before it in its session saw",
};

const isRelation = (step: Step): step is Relation => typeof step === "string";

/** Says which rule of the criterion asks that an operation sees another, and when first named what the rule is. */
export type RuleTeller = (facts: readonly Fact[], who: number, whom: number) => string;

export function createRuleTeller(scene: Scene, criterion: string): RuleTeller {
  const told = new Set<string>();
  const spec = findCriterion(criterion);
  /** The axioms by which it follows: none of them can be left out. */
  const needed = (facts: readonly Fact[], who: number, whom: number): readonly Axiom[] =>
    scene.axioms.reduce<readonly Axiom[]>((left, one) => {
      const axioms = left.filter((axiom) => axiom !== one);
      return closeFacts({ ...scene, axioms }, facts).sees(who, whom) ? axioms : left;
    }, scene.axioms);
  const meaning = (axiom: Axiom): readonly string[] => {
    const text = meanings[axiom.path.filter(isRelation).join(" ")];
    if (text === undefined || told.has(text)) return [];
    told.add(text);
    return [text];
  };
  return (facts, who, whom) => {
    const axioms = needed(facts, who, whom);
    const { method } = labelOf(scene.history, who);
    const isOfMethod = spec.kind === "levels" && spec.name.startsWith("levels ");
    const name =
      spec.kind === "axioms" && axioms.length > 0
        ? axioms.map((axiom) => printAxiom(axiom)).join(" and ")
        : isOfMethod
          ? `${levelOf(spec.levels, method)}, the level of ${method}`
          : criterion;
    const rules = axioms.flatMap(meaning);
    return rules.length === 0 ? `by ${name}` : `by ${name} (${rules.join("; ")})`;
  };
}
