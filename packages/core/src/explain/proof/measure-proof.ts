import type { Proof, ProofNode } from "../../witness/proof/proof.js";

/** The steps that a reader takes: facts, distinctions with what is told in passing, and the ends of real cases. */
export function stepsOf({ steps = [], end }: ProofNode): number {
  if (!("cases" in end)) return steps.length + 1;
  return end.cases.reduce(
    (sum, one) => sum + (!("either" in end) && isTrivial(one) ? 0 : stepsOf(one)),
    steps.length + 1,
  );
}

/** Whether a case is told in half a sentence. */
export const isTrivial = ({ steps = [], end }: ProofNode): boolean =>
  steps.length === 0 && ("clash" in end || "like" in end || ("since" in end && end.cases.length === 0));

/** All that is to be checked: facts, cases, contradictions. */
export function atomsOf({ steps = [], end }: ProofNode): number {
  const cases: readonly ProofNode[] = "cases" in end ? end.cases : [];
  return cases.reduce((sum, one) => sum + atomsOf(one), steps.length + 1);
}

/** The operations that a proof speaks of, in order. */
export function operationsOf({ tree }: Proof): number[] {
  const found = new Set<number>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "number" && key !== "view") found.add(value);
    else if (Array.isArray(value)) for (const one of value) visit(one, "");
    else if (typeof value === "object" && value !== null)
      for (const [name, field] of Object.entries(value)) visit(field, name);
  };
  visit(tree, "");
  return [...found].sort((a, b) => a - b);
}

/** How hard a proof is to read: fewer steps, and no whole states where parts will do. */
export function hardness({ views, tree }: Proof): number {
  const partly = views.some(({ keep }) => keep !== "whole");
  return stepsOf(tree) + atomsOf(tree) / 4 + (partly && usesWhole(views, tree) ? 2 : 0);
}

function usesWhole(views: Proof["views"], { end }: ProofNode): boolean {
  if ("since" in end && views[end.since.view].keep === "whole") return true;
  const cases: readonly ProofNode[] = "cases" in end ? end.cases : [];
  return cases.some((one) => usesWhole(views, one));
}
