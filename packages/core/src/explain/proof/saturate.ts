import { answersTo } from "./answers.js";
import { applyAnswers } from "./answer-rules.js";
import { applyAxioms } from "./axiom-rules.js";
import { closeBranch, endOfClashes } from "./branch.js";
import { addPair, type Answer, assume, type Branch, type Context, type Goal } from "./context.js";
import { costOf, type KnownPair } from "./known.js";
import { applyQuiets } from "./quiet-rules.js";
import { applyRuns } from "./run-rules.js";

/** Rounds of one saturation; each adds at least one fact. */
const MOST_ROUNDS = 200;

/**
 * Adds all that follows, the cheap first, and answers each goal that has but one answer left, until nothing
 * changes. The finished branch where that is a contradiction.
 */
export function saturate(context: Context): Branch | undefined {
  const { task } = context;
  for (let round = 0; round < MOST_ROUNDS && task.fuel > 0 && task.mayGoOn(); round++) {
    const fresh: KnownPair[] = [];
    const late: KnownPair[] = [];
    applyAxioms(context, fresh, late);
    applyQuiets(context, fresh, late);
    if (fresh.length === 0) applyAnswers(context, late);
    if (addAll(context, fresh)) continue;
    if (context.clashes.length > 0) return endOfClashes(context);
    if (context.untils.length > 0) applyRuns(context, context.untils, [], true);
    if (context.clashes.length > 0) return endOfClashes(context);
    if (addAll(context, late)) continue;
    const only = onlyAnswer(context);
    if (only !== undefined && only.open === undefined)
      return closeBranch(context, only.goal, only.answers, new Map());
    if (only?.open !== undefined) {
      commit(context, only.goal, only.answers, only.open, new Map());
      continue;
    }
    const together: KnownPair[] = [];
    applyRuns(context, [...context.quiets, ...context.untils], together, false);
    if (!addAll(context, together) && context.clashes.length === 0) return undefined;
  }
  return context.clashes.length > 0 ? endOfClashes(context) : undefined;
}

/** Adds the facts, those with the cheapest reasons first. Whether any was new and none contradicts. */
function addAll(context: Context, facts: KnownPair[]): boolean {
  if (context.clashes.length > 0 || facts.length === 0) return false;
  const costs = new Map(
    facts.map(
      (one) => [one, one.why.kind === "step" ? costOf(one.why.from) : costOf({ facts: [one] })] as const,
    ),
  );
  for (const cost of costs.values()) context.task.fuel -= 1 + 10 * cost;
  facts.sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  let added = false;
  for (const one of facts) if (addPair(context, one)) added = true;
  return added && context.clashes.length === 0;
}

interface Only {
  readonly goal: Goal;
  readonly answers: readonly Answer[];
  /** The answer that is left; none where all are refuted. */
  readonly open: number | undefined;
}

/** A goal with no answer left, or else with one. */
function onlyAnswer(context: Context): Only | undefined {
  let best: Only | undefined;
  for (const goal of context.goals) {
    if (goal.done) continue;
    const answers = answersTo(context, goal);
    const open = answers.filter(({ refuted }) => refuted === undefined);
    if (open.length === 0) return { goal, answers, open: undefined };
    if (open.length > 1 || context.task.place[Math.max(open[0].by, 0)] < 0) continue;
    if (best === undefined || answers.length < best.answers.length)
      best = { goal, answers, open: open[0].by };
  }
  return best;
}

/** Takes the one answer that is left. */
export function commit(
  context: Context,
  goal: Goal,
  answers: readonly Answer[],
  main: number,
  others: ReadonlyMap<number, Branch>,
): void {
  const caseId = assume(context, goal, main);
  context.commitments.push({ goal, answers, main, caseId, others });
}
