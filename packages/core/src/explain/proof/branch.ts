import type { Answer, Branch, BranchEnd, Commitment, Context, Goal } from "./context.js";
import { groundsOf, type Known } from "./known.js";

/** The branch with its shortest contradiction. */
export function endOfClashes(context: Context): Branch {
  const all = context.clashes.map((premises) => finish(context, { kind: "clash", ...premises }));
  return all.reduce((best, one) => (one.size < best.size ? one : best));
}

/** The branch that ends because no answer is left to a goal. */
export function closeBranch(
  context: Context,
  goal: Goal,
  answers: readonly Answer[],
  others: ReadonlyMap<number, Branch>,
): Branch {
  return finish(context, { kind: "since", goal, answers, others });
}

/** The branch with this end, without the distinctions that it does not rest on. */
export function finish({ commitments }: Context, end: BranchEnd): Branch {
  const grounds = new Set<Known>();
  rest(end, grounds);
  let size = end.kind === "clash" ? 1 : sizeOf(end);
  const kept: Commitment[] = [];
  for (const one of commitments.slice().reverse()) {
    const isUsed = [...grounds].some(({ why }) => why.kind === "case" && why.of === one.caseId);
    if (!isUsed) continue;
    kept.unshift(one);
    const { goal, answers, others } = one;
    rest({ kind: "since", goal, answers, others }, grounds);
    size += sizeOf({ kind: "since", goal, answers, others });
  }
  for (const { why } of grounds) if (why.kind === "step") size++;
  return { commitments: kept, end, grounds, size, caseId: 0 };
}

/** Adds all that an end rests on. */
function rest(end: BranchEnd, grounds: Set<Known>): void {
  switch (end.kind) {
    case "clash":
      groundsOf(end.facts, grounds);
      break;
    case "either":
      for (const { grounds: more } of end.cases) for (const one of more) grounds.add(one);
      break;
    case "since":
      groundsOf(end.goal.from, grounds);
      for (const { refuted } of end.answers) {
        if (refuted === undefined) continue;
        groundsOf(refuted.facts, grounds);
        if (refuted.other !== undefined) groundsOf([refuted.other], grounds);
      }
      for (const { grounds: more } of end.others.values()) for (const one of more) grounds.add(one);
  }
}

/** The steps that a reader takes for it: what is refuted at once is told in passing. */
function sizeOf(end: Exclude<BranchEnd, { kind: "clash" }>): number {
  if (end.kind === "either") return end.cases.reduce((size, one) => size + one.size, 1);
  return [...end.others.values()].reduce((size, one) => size + one.size, 1 + 0.3 * end.answers.length);
}
