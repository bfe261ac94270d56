import { opposite, type Pair } from "../../witness/proof/facts.js";
import { openSights } from "./answer-rules.js";
import { answersTo } from "./answers.js";
import { closeBranch, finish } from "./branch.js";
import {
  addPair,
  type Answer,
  assume,
  type Branch,
  branchOff,
  type Context,
  endsQuiet,
  type Goal,
  orderOf,
  sightOf,
} from "./context.js";
import { searchRuns } from "./run-rules.js";
import { commit, saturate } from "./saturate.js";

/** Rounds of probing; each commits to one answer. */
const MOST_TURNS = 30;
/** Other contradictions to look at once one is found, for a shorter one. */
const MORE_TRIES = 4;

/** A goal with its answers, or a fact that holds or does not. */
type Choice = { readonly open: number } & (
  | { readonly goal: Goal; readonly answers: readonly Answer[] }
  | { readonly fact: Pair }
);

/**
 * Saturates; then tries each case of each goal, to the given depth (Stålmarck's method): where all fail the
 * branch is finished, where one is left it is taken.
 */
export function solve(context: Context, depth: number): Branch | undefined {
  const { task } = context;
  const done = saturate(context);
  if (done !== undefined || depth === 0) return done;
  for (let turn = 0; turn < MOST_TURNS && task.fuel > 0; turn++) {
    let best: Branch | undefined;
    let left:
      | { goal: Goal; answers: readonly Answer[]; open: number; others: Map<number, Branch> }
      | undefined;
    let tries = 0;
    for (const choice of choicesOf(context)) {
      if (task.fuel < 0 || (best !== undefined && ++tries > MORE_TRIES)) break;
      const tried = probe(context, choice, (inner) => solve(inner, depth - 1), 1);
      if (tried === undefined) continue;
      if (tried.branch !== undefined)
        best = best === undefined || tried.branch.size < best.size ? tried.branch : best;
      else if (tried.left !== undefined && (left === undefined || tried.left.others.size < left.others.size))
        left = tried.left;
    }
    if (best !== undefined) return best;
    if (left === undefined) return undefined;
    commit(context, left.goal, left.answers, left.open, left.others);
    const finished = saturate(context);
    if (finished !== undefined) return finished;
  }
  return undefined;
}

/** Splits on the choice with fewest cases, again and again. */
export function split(context: Context, depth: number): Branch | undefined {
  const done = saturate(context);
  if (done !== undefined || depth === 0 || context.task.fuel < 0) return done;
  const [choice] = choicesOf(context);
  if (choice === undefined) return undefined;
  return probe(context, choice, (inner) => split(inner, depth - 1), 0)?.branch;
}

/** Splits few times, and ends each branch by going through all situations that it leaves. */
export function searchBranches(context: Context, depth: number): Branch | undefined {
  const done = saturate(context);
  if (done !== undefined || context.task.fuel < 0) return done;
  const found = searchRuns(context);
  if (found !== undefined) return finish(context, { kind: "clash", search: true, ...found });
  const [choice] = depth === 0 ? [] : choicesOf(context);
  return choice && probe(context, choice, (inner) => searchBranches(inner, depth - 1), 0)?.branch;
}

interface Probed {
  readonly branch?: Branch;
  readonly left?: { goal: Goal; answers: readonly Answer[]; open: number; others: Map<number, Branch> };
}

/** Tries all cases; `undefined` where more than `most` are left. */
function probe(
  context: Context,
  choice: Choice,
  prove: (inner: Context) => Branch | undefined,
  most: 0 | 1,
): Probed | undefined {
  const { task } = context;
  if ("fact" in choice) {
    const cases: Branch[] = [];
    for (const fact of [choice.fact, opposite(choice.fact)]) {
      const inner = branchOff(context);
      const caseId = ++task.cases;
      addPair(inner, { fact, why: { kind: "case", of: caseId, part: "" } });
      const branch = prove(inner);
      if (branch === undefined) return undefined;
      branch.caseId = caseId;
      cases.push(branch);
    }
    return { branch: finish(context, { kind: "either", fact: choice.fact, cases }) };
  }
  const { goal, answers } = choice;
  const others = new Map<number, Branch>();
  let open: number | undefined;
  for (const { by, refuted } of answers) {
    if (refuted !== undefined) continue;
    const inner = branchOff(context);
    let branch: Branch | undefined;
    if (by < 0 || task.place[by] >= 0) {
      const caseId = assume(inner, goal, by);
      branch = prove(inner);
      if (branch !== undefined) branch.caseId = caseId;
    }
    if (branch !== undefined) others.set(by, branch);
    else if (open !== undefined || most === 0 || (by >= 0 && task.place[by] < 0)) return undefined;
    else open = by;
  }
  if (open === undefined) return { branch: closeBranch(context, goal, answers, others) };
  return others.size === 0 ? undefined : { left: { goal, answers, open, others } };
}

/** All that can be split on, with fewest open cases first. */
function choicesOf(context: Context): Choice[] {
  const choices: Choice[] = [];
  for (const goal of context.goals) {
    if (goal.done) continue;
    const answers = answersTo(context, goal);
    choices.push({ goal, answers, open: answers.filter(({ refuted }) => refuted === undefined).length });
  }
  for (const fact of [...openFacts(context), ...openSights(context)]) choices.push({ fact, open: 2 });
  return choices.sort((a, b) => a.open - b.open || ("goal" in a ? 0 : 1) - ("goal" in b ? 0 : 1));
}

/** Of each operation that ends a state which must stay: where it stands, or whether it is seen. */
function openFacts(context: Context): Pair[] {
  const { task } = context;
  const found = new Map<string, Pair>();
  const add = (fact: Pair): void => {
    const { kind, a, b } = fact;
    found.set(kind === "<" ? `${Math.min(a, b)} ${Math.max(a, b)}` : `${a} sees ${b}`, fact);
  };
  for (const { fact } of context.quiets) {
    const { line, from, until } = fact;
    for (const id of task.ids) {
      if (id === from || id === until || id === line) continue;
      if (
        orderOf(context, until, id) !== undefined ||
        (from >= 0 && orderOf(context, id, from) !== undefined)
      )
        continue;
      const sight = line === "all" ? undefined : sightOf(context, line, id);
      if (sight?.fact.kind === "blind" || endsQuiet(context, id, fact) === undefined) continue;
      if (line !== "all" && sight === undefined) {
        if (orderOf(context, line, id) === undefined) add({ kind: "sees", a: line, b: id });
      } else if (orderOf(context, id, until) === undefined) add({ kind: "<", a: id, b: until });
      else if (from >= 0 && orderOf(context, from, id) === undefined) add({ kind: "<", a: id, b: from });
    }
  }
  return [...found.values()];
}
