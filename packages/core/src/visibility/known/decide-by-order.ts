import { ORDER } from "./known-orders.js";
import { type Contest, type Contests, contestsOf } from "./contests.js";
import type { Meter } from "../meter.js";
import type { KnownConflict, KnownFound, KnownQuestion } from "./decide-known.js";
import { isGap, type KnownProblem } from "./known-problem.js";
import type { OrderEdge, OrderGraph } from "./order-graph.js";
import { ranksOf } from "./ranks-of.js";
import { searchWinners } from "./search-winners.js";
import { settleWinners } from "./settle-winners.js";
import { tellCircle, tellLost, tellNoWinner, tellResult } from "./tell-known.js";

/** What it takes to sort by an edge, in elementary steps. */
const A_SORTED_EDGE = 4;

/** How often the order is changed where several updates could have won. */
const ROUNDS = 5;

/**
 * Looks for an order of all that extends what is known, and holds: first any; then with what results tell of who came
 * last, and of who may have come last the one that did anyhow; then each of them.
 */
export function decideByOrder(
  problem: KnownProblem,
  { initial, judge }: KnownQuestion,
  graph: OrderGraph,
  meter: Meter,
): KnownFound {
  const ranks = ranksOf(problem);
  const first = tryOrder(graph);
  if ("circle" in first) return { verdict: "violated", conflict: tellCircle(problem, first.circle) };
  if (first.found !== undefined) return first.found;

  const contests = problem.type.replicated === undefined ? contestsOf(problem, initial, meter) : undefined;
  if (contests === undefined) return undefined;
  const decided = decideContests(problem, contests, graph);
  if ("conflict" in decided) return { verdict: "violated", ...decided };
  const settled = settleWinners(problem, decided.open, graph, ranks, meter);
  if ("circle" in settled) return { verdict: "violated", conflict: tellCircle(problem, settled.circle) };
  if ("lost" in settled) return { verdict: "violated", conflict: tellNoWinner(problem, settled.lost) };

  const { open } = settled;
  const chosen = graph.copy();
  for (let round = 0; round < ROUNDS; round++) {
    const tried = tryOrder(chosen);
    if ("circle" in tried) break;
    if (tried.found !== undefined) return tried.found;
    if (!chooseWinners(open, tried.linearization, chosen)) break;
  }
  const won = searchWinners({ problem, contests, open, graph, ranks, judge }, meter);
  if (won === undefined) return undefined;
  if ("linearization" in won) return shown(won.linearization);
  return { verdict: "violated", ...(won.conflict && { conflict: won.conflict }) };

  /** An order that extends these, and what is found by it, if anything is; or a circle. */
  function tryOrder(
    orders: OrderGraph,
  ):
    | { readonly linearization: readonly number[]; readonly found: KnownFound }
    | { readonly circle: readonly OrderEdge[] } {
    meter.work(orders.size * A_SORTED_EDGE);
    const sorted = orders.sort(ranks);
    if (!(sorted instanceof Int32Array)) return { circle: sorted };
    const linearization = Array.from(sorted.filter((node) => node < problem.size));
    const wrong = judge({ linearization });
    if (wrong === undefined) return { linearization, found: shown(linearization) };
    const isWrong = wrong.id !== undefined && isWhateverOrder(problem, wrong.id);
    return {
      linearization,
      found: isWrong ? { verdict: "violated", conflict: tellResult(problem, wrong.id) } : undefined,
    };
  }
}

const shown = (linearization: readonly number[]): KnownFound => ({
  verdict: "satisfied",
  witness: { linearization, sights: "recorded" },
});

/**
 * Adds the orders that results leave no choice about: of the updates that an operation saw, one came last. The cases
 * in which it is one of several; or an operation for which there is none.
 */
function decideContests(
  problem: KnownProblem,
  contests: Contests,
  graph: OrderGraph,
): { readonly open: readonly Contest[] } | { readonly conflict: KnownConflict } {
  const open: Contest[] = [];
  for (const contest of contests.all()) {
    const { operation, fitting, others } = contest;
    if (fitting.length === 0) return { conflict: tellLost(problem, contest) };
    if (fitting.length > 1) open.push(contest);
    else for (const other of others) graph.add(other, fitting[0], ORDER.won, operation);
  }
  return { open };
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
