import type { Axiom, AxiomModel } from "../../criteria/axioms/model.js";
import type { OrderName } from "../../criteria/order-name.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";
import type { SequentialType } from "../../types/type.js";
import type { Meter } from "../meter.js";
import { closeSights, type Unseen } from "./close-sights.js";
import { createKnownProblem, isGap, type KnownProblem } from "./known-problem.js";
import { knownOrders, ORDER } from "./known-orders.js";
import type { OrderGraph } from "./order-graph.js";
import { refuteGaps } from "./refute-gaps.js";
import { settleWinners } from "./settle-winners.js";
import { tellCircle, tellLost, tellNoWinner, tellResult, tellUnseen } from "./tell-known.js";
import { type Contest, contestsOf } from "./contests.js";

/** A question about a history that tells what operations saw. */
export interface KnownQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly order: OrderName;
  readonly model: AxiomModel;
  /** Whether the model is one level for all operations. */
  readonly isUniform: boolean;
  /** What is wrong with a linearization, if anything: with the operation whose result does not follow. */
  judge(linearization: readonly number[]): { readonly id?: number } | undefined;
}

/** Operations that cannot all be explained, and why. */
export interface KnownConflict {
  readonly ids: readonly number[];
  readonly reason: string;
  readonly stuck: number;
}

/** What was found; `undefined` where neither a witness nor a contradiction was. */
export type KnownFound =
  | Decided<{ readonly witness: Witness }, { readonly conflict?: KnownConflict }>
  | undefined;

/** What it takes to sort by an edge, in elementary steps. */
const A_SORTED_EDGE = 4;

/** How often the order is changed where several updates could have won. */
const ROUNDS = 5;

/**
 * Decides a history of which it is known what every operation saw, as far as that leaves nothing to search for: what
 * the axioms ask to be seen is closed on vectors; what has to stand before what is collected, with what the results
 * of sets, maps and registers tell of who came last; and an order of all that is judged. Nearly linear.
 */
export function decideKnown(question: KnownQuestion, meter: Meter): KnownFound {
  const { history, type, initial, model, isUniform } = question;
  if (model.relaxLin || type.replicated?.ordered !== undefined) return undefined;
  const problem = createKnownProblem(history, type, question.order);
  if (problem === undefined) return undefined;
  if (problem === "cyclic") return { verdict: "violated" };
  const unseen = findUnseen(problem, model.axioms, isUniform, meter);
  if (unseen === "unclear") return undefined;
  if (unseen !== undefined)
    return unseen.certain ? { verdict: "violated", conflict: tellUnseen(problem, unseen) } : undefined;

  const graph = knownOrders(problem, model.axioms, meter);
  const ranks = ranksOf(problem);
  let open: readonly Contest[] | undefined; // who came last, where results leave that open; at first nobody asks
  for (let round = 0; ; round++) {
    meter.work(graph.size * A_SORTED_EDGE);
    const sorted = graph.sort(ranks);
    if (!(sorted instanceof Int32Array))
      return round <= 1 ? { verdict: "violated", conflict: tellCircle(problem, sorted) } : undefined;
    const linearization = Array.from(sorted.filter((node) => node < problem.size));
    const wrong = question.judge(linearization);
    if (wrong === undefined) return { verdict: "satisfied", witness: { linearization, sights: "recorded" } };
    if (wrong.id !== undefined && isWhateverOrder(problem, wrong.id))
      return { verdict: "violated", conflict: tellResult(problem, wrong.id) };
    if (open === undefined) {
      const decided = decideContests(problem, initial, graph, meter);
      if (decided === undefined) return undefined;
      if ("conflict" in decided) return { verdict: "violated", ...decided };
      const settled = settleWinners(problem, decided.open, graph, ranks, meter);
      if ("circle" in settled) return { verdict: "violated", conflict: tellCircle(problem, settled.circle) };
      if ("lost" in settled) return { verdict: "violated", conflict: tellNoWinner(problem, settled.lost) };
      ({ open } = settled);
    } else if (round === ROUNDS || !chooseWinners(open, linearization, graph)) return undefined;
  }
}

/** An update that an axiom asks somebody to see who did not see it; "unclear" where that cannot be told from vectors. */
function findUnseen(
  problem: KnownProblem,
  axioms: readonly Axiom[],
  isUniform: boolean,
  meter: Meter,
): Unseen | "unclear" | undefined {
  if (problem.gaps.ids.length > 0) return refuteGaps(problem, axioms, meter);
  // Of one level for all, what it asks of updates never depends on queries that were not told.
  const closed = closeSights(problem, axioms, problem.exact || isUniform, meter);
  return closed instanceof Int32Array ? undefined : closed;
}

/**
 * Adds the orders that results leave no choice about: of the updates that an operation saw, one came last. The cases
 * in which it is one of several; or an operation for which there is none. `undefined`: the type is not such a type.
 */
function decideContests(
  problem: KnownProblem,
  initial: Value | undefined,
  graph: OrderGraph,
  meter: Meter,
): { readonly open: readonly Contest[] } | { readonly conflict: KnownConflict } | undefined {
  if (problem.type.replicated !== undefined) return undefined;
  const contests = contestsOf(problem, initial, meter);
  if (contests === undefined) return undefined;
  const open: Contest[] = [];
  for (const contest of contests) {
    const { operation, fitting, others } = contest;
    if (fitting.length === 0) return { conflict: tellLost(problem, contest) };
    if (fitting.length > 1) open.push(contest);
    else for (const other of others) graph.add(other, fitting[0], ORDER.won, operation);
  }
  return { open };
}

/** When operations took effect, as far as one can tell: by their calls, or by their places in the file. */
function ranksOf({ history, size }: KnownProblem): Float64Array {
  const ranks = new Float64Array(2 * size);
  for (let id = 0; id < size; id++) ranks[id] = ranks[size + id] = history.timed ? history.call[id] : id;
  return ranks;
}

/** Lets the last of those that fit win, where the order has another as the last. Whether there was such a case. */
function chooseWinners(
  open: readonly Contest[],
  linearization: readonly number[],
  graph: OrderGraph,
): boolean {
  const place = new Int32Array(linearization.length);
  linearization.forEach((id, at) => {
    place[id] = at;
  });
  const last = (ids: readonly number[]): number => ids.reduce((a, b) => (place[a] > place[b] ? a : b));
  let changed = false;
  for (const { operation, fitting, others } of open) {
    const winner = last(fitting);
    for (const other of others)
      if (place[other] > place[winner]) {
        graph.add(other, winner, ORDER.won, operation);
        changed = true;
      }
  }
  return changed;
}

/** Up to so many kinds of updates are compared with each other. */
const MOST_KINDS = 64;

/** Whether the operation returns the same in whatever order what it saw stands. */
function isWhateverOrder(problem: KnownProblem, id: number): boolean {
  const { history, type, sessions, updates, saw, width, gaps } = problem;
  if (type.replicated !== undefined) return true; // it depends on sights alone
  const { labels, label, object } = history;
  const kinds = new Set<number>();
  const seenIn = new Set<number>();
  for (let s = 0; s < width; s++)
    for (const other of sessions[s].subarray(0, saw[id * width + s])) {
      if (updates[other] === 0 || object[other] !== object[id] || isGap(gaps, id, other)) continue;
      if (type.relevant?.(labels[label[id]], labels[label[other]]) === false) continue;
      kinds.add(label[other]);
      seenIn.add(s);
      if (kinds.size > MOST_KINDS) return false;
    }
  if (seenIn.size <= 1) return true;
  const different = [...kinds];
  return different.every((a, at) =>
    different.slice(at + 1).every((b) => type.commute?.(labels[a], labels[b]) === true),
  );
}
