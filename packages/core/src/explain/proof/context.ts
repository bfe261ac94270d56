import { labelOf } from "../../history/history.js";
import type { At, Pair, Quiet, States } from "../../witness/proof/facts.js";
import type { Line } from "../../witness/proof/proof.js";
import { entriesOf } from "../../witness/proof/entries.js";
import type { Known, KnownAnswered, KnownAt, KnownPair, KnownQuiet, Premises, Why } from "./known.js";
import type { Task } from "./task.js";

/** An operation that took effect in some states: who led there? */
export interface Goal {
  readonly line: Line;
  readonly view: number;
  readonly op: number;
  readonly states: States;
  readonly from: readonly Known[];
  readonly start: boolean;
  readonly by: ReadonlyMap<number, States>;
  readonly done: boolean;
}

/** One answer: the operation that led there last, or -1 for the start. */
export interface Answer {
  readonly by: number;
  /** Why it is not so, where that takes no distinction; facts of the case itself are named by their part. */
  readonly refuted?: Refuted;
}

export interface Refuted extends Premises {
  readonly parts: readonly ("before" | "sees" | "quiet" | "at")[];
  /** Another state in which the operation must have taken effect: no state is both. */
  readonly other?: KnownAt;
}

/** A distinction of which one case is left. */
export interface Commitment {
  readonly goal: Goal;
  readonly answers: readonly Answer[];
  readonly main: number;
  readonly caseId: number;
  /** Proofs that other cases do not hold. */
  readonly others: ReadonlyMap<number, Branch>;
}

/** A finished branch: the distinctions on its way, and its end. */
export interface Branch {
  readonly commitments: readonly Commitment[];
  readonly end: BranchEnd;
  readonly grounds: ReadonlySet<Known>;
  readonly size: number;
  /** The number of the case that it is about. */
  caseId: number;
}

export type BranchEnd =
  | ({ readonly kind: "clash"; readonly search?: true } & Premises)
  | {
      readonly kind: "since";
      readonly goal: Goal;
      readonly answers: readonly Answer[];
      readonly others: ReadonlyMap<number, Branch>;
    }
  | { readonly kind: "either"; readonly fact: Pair; readonly cases: readonly Branch[] };

/** The facts in force on a branch. */
export interface Context {
  readonly task: Task;
  readonly views: readonly number[];
  /** Of each two operations by place: that the first stands before the second. */
  readonly order: (KnownPair | undefined)[];
  /** Of each two operations by place: that the first sees, or does not see, the second. */
  readonly sights: (KnownPair | undefined)[];
  readonly quiets: KnownQuiet[];
  /** For each operation with a result: that it took effect, whatever the state. */
  readonly untils: readonly KnownQuiet[];
  readonly ats: KnownAt[];
  /** Of a replicated type: each operation that returned what it did. */
  readonly answered: readonly KnownAnswered[];
  goals: Goal[];
  readonly commitments: Commitment[];
  /** Facts that cannot hold together. */
  readonly clashes: Premises[];
}

/** What is known before anything is assumed. */
export function rootContext(task: Task, views: readonly number[], untils: boolean): Context {
  const { scene, ids } = task;
  const context: Context = {
    task,
    views,
    order: new Array<undefined>(ids.length ** 2).fill(undefined),
    sights: new Array<undefined>(ids.length ** 2).fill(undefined),
    quiets: [],
    untils: [],
    ats: [],
    answered: ids
      .filter(() => scene.replicated !== undefined && !(scene.oneLine && hasStates(task, views)))
      .map((op) => ({ fact: { kind: "answered", op }, why: { kind: "ref", ref: { answered: op } } })),
    goals: [],
    commitments: [],
    clashes: [],
  };
  const always: KnownQuiet[] = [];
  for (const a of ids)
    for (const b of ids)
      if (a !== b && scene.before(a, b) && scene.ordered)
        context.order[task.place[a] * ids.length + task.place[b]] = given(a, b);
  if (scene.history.sights !== undefined)
    for (const a of ids)
      for (const b of ids) {
        const fact = scene.recorded(a, b);
        if (fact !== undefined) addPair(context, { fact, why: { kind: "ref", ref: { recorded: [a, b] } } });
      }
  for (const id of ids)
    if (scene.before(id, id))
      for (const other of ids)
        if (other !== id && scene.before(id, other) && scene.before(other, id))
          context.clashes.push({ facts: [given(id, other), given(other, id)] });
  for (const view of views)
    for (const op of ids) {
      const line = scene.oneLine ? "all" : op;
      const space = task.space(view, line);
      if (scene.maybe(op) || space === undefined || task.fuel < 0) continue;
      const own = task.ownEntries(view, line, op);
      if (own.states.size === space.all.size) continue;
      context.goals.push({ line, view, op, ...own, from: [], done: false });
      if (!untils) continue;
      const fact: Quiet = { kind: "quiet", line, view, from: -1, until: op, states: space.all };
      always.push({ fact, why: { kind: "ref", ref: { until: op, line, view } } });
    }
  return { ...context, untils: always };
}

/** Whether states can be listed: then these are spoken of, and not who put and took what. */
const hasStates = (task: Task, views: readonly number[]): boolean =>
  views.some((view) => task.space(view, "all") !== undefined);

/** What the history says. */
export const given = (a: number, b: number): KnownPair => ({
  fact: { kind: "<", a, b, given: true },
  why: { kind: "ref", ref: [a, b] },
});

export function branchOff(context: Context): Context {
  return {
    ...context,
    order: context.order.slice(),
    sights: context.sights.slice(),
    quiets: context.quiets.slice(),
    ats: context.ats.slice(),
    goals: context.goals.slice(),
    commitments: [],
    clashes: [],
  };
}

/** The order of two operations, where it is known. */
export function orderOf({ task, order }: Context, a: number, b: number): KnownPair | undefined {
  const [x, y] = [task.place[a], task.place[b]];
  return x < 0 || y < 0 ? undefined : order[x * task.ids.length + y];
}

/** Whether `a` sees `b`, where it is known. */
export function sightOf({ task, sights }: Context, a: number, b: number): KnownPair | undefined {
  const [x, y] = [task.place[a], task.place[b]];
  return x < 0 || y < 0 ? undefined : sights[x * task.ids.length + y];
}

/** Whether `a` sees `b`, where it is known: in one order, whether it stands after it. */
export const seenOrNot = (context: Context, a: number, b: number): KnownPair | undefined =>
  context.task.scene.oneLine ? (orderOf(context, b, a) ?? orderOf(context, a, b)) : sightOf(context, a, b);

/** Adds a fact and what follows by transitivity. Whether it was new. */
export function addPair(context: Context, known: KnownPair): boolean {
  return known.fact.kind === "<" ? addOrder(context, known) : addSight(context, known);
}

function addOrder(context: Context, known: KnownPair): boolean {
  const { task, order } = context;
  const { ids, place } = task;
  const size = ids.length;
  const { a, b } = known.fact;
  const [x, y] = [place[a], place[b]];
  const turned = order[y * size + x];
  if (turned !== undefined) {
    context.clashes.push({ facts: [known, turned] });
    return true;
  }
  if (order[x * size + y] !== undefined) return false;
  task.fuel -= size;
  const before = [x];
  const after = [y];
  for (let at = 0; at < size; at++) {
    if (order[at * size + x] !== undefined) before.push(at);
    if (order[y * size + at] !== undefined) after.push(at);
  }
  for (const p of before)
    for (const q of after) {
      if (order[p * size + q] !== undefined) continue;
      if (p === x && q === y) {
        order[p * size + q] = known;
        continue;
      }
      const of = [order[p * size + x], known, order[y * size + q]].filter((one) => one !== undefined);
      order[p * size + q] = { fact: { kind: "<", a: ids[p], b: ids[q] }, why: { kind: "chain", of } };
    }
  return true;
}

function addSight(context: Context, known: KnownPair): boolean {
  const { task, sights } = context;
  const { a, b, kind } = known.fact;
  const at = task.place[a] * task.ids.length + task.place[b];
  const old = sights[at];
  if (old !== undefined) {
    if (old.fact.kind === kind) return false;
    context.clashes.push({ facts: [known, old] });
    return true;
  }
  sights[at] = known;
  if (kind === "blind") return true;
  for (const id of [a, b]) if (task.scene.maybe(id)) addOwnGoals(context, id, known);
  addOrder(context, { fact: { kind: "<", a: b, b: a }, why: { kind: "chain", of: [known] } });
  return true;
}

/** An operation that may not have taken effect is known to have: then its own result counts. */
function addOwnGoals(context: Context, op: number, known: KnownPair): void {
  const { task } = context;
  if (labelOf(task.scene.history, op).result === undefined) return;
  if (context.goals.some((goal) => goal.line === op && goal.op === op)) return;
  for (const view of context.views) {
    const space = task.space(view, op);
    if (space === undefined) continue;
    const own = task.ownEntries(view, op, op);
    if (own.states.size < space.all.size)
      context.goals.push({ line: op, view, op, ...own, from: [known], done: false });
  }
}

/** Assumes a case of a goal. The number of the case. */
export function assume(context: Context, goal: Goal, by: number): number {
  const { task } = context;
  const caseId = ++task.cases;
  const { line, view, op, states } = goal;
  const why = (part: ".before" | ".sees" | ".quiet" | ".at"): Why => ({ kind: "case", of: caseId, part });
  context.goals = context.goals.map((one) => (one === goal ? { ...one, done: true } : one));
  context.quiets.push({
    fact: { kind: "quiet", line, view, from: by, until: op, states },
    why: why(".quiet"),
  });
  if (by < 0) return caseId;
  if (line !== "all") addSight(context, { fact: { kind: "sees", a: line, b: by }, why: why(".sees") });
  addOrder(context, { fact: { kind: "<", a: by, b: op }, why: why(".before") });
  const outside = goal.by.get(by) as States;
  addAt(context, { fact: { kind: "at", line, view, op: by, states: outside }, why: why(".at") });
  return caseId;
}

/** That an operation took effect in some states is a goal of its own, together with what else is known of that. */
function addAt(context: Context, known: KnownAt): void {
  const { task, ats } = context;
  const { line, view, op } = known.fact;
  const isSame = (fact: At | Goal): boolean => fact.line === line && fact.view === view && fact.op === op;
  const from = [known];
  let states = known.fact.states;
  for (const other of ats)
    if (isSame(other.fact)) {
      const both = new Set([...states].filter((state) => other.fact.states.has(state)));
      if (both.size < states.size) from.push(other);
      states = both;
    }
  ats.push(known);
  const entries = entriesOf(
    task.scene,
    { line, view, op },
    from.map(({ fact }) => fact),
  );
  const isKnown = context.goals.some((goal) => isSame(goal) && sameStates(goal.states, entries.states));
  if (!isKnown) context.goals.push({ line, view, op, ...entries, from, done: false });
}

const sameStates = (a: States, b: States): boolean =>
  a.size === b.size && [...a].every((state) => b.has(state));

/** What keeps the fact that operation `op` leads out of the states: nothing, or where it took effect; `undefined` if it may not. */
export function endsQuiet(
  context: Context,
  op: number,
  { line, view, states }: Pick<Quiet, "line" | "view" | "states">,
): readonly KnownAt[] | undefined {
  const { task, ats } = context;
  if (task.ends(view, line, op, states)) return [];
  if (line === "all" && task.scene.maybe(op)) return undefined;
  for (const known of ats) {
    const { fact } = known;
    if (fact.op !== op || fact.line !== line || fact.view !== view) continue;
    const space = task.scene.space(view, line);
    const leads = (state: number): boolean => space.to(op, state).some((next) => states.has(next));
    if (![...states].some((state) => fact.states.has(state) && leads(state))) return [known];
  }
  return undefined;
}
