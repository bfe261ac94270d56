import type { Meter } from "../meter.js";
import type { Contest, Contests } from "./contests.js";
import type { Judge, KnownConflict } from "./decide-known.js";
import { ORDER } from "./known-orders.js";
import type { KnownProblem } from "./known-problem.js";
import type { OrderGraph } from "./order-graph.js";
import { settleWinners } from "./settle-winners.js";
import { tellCases, tellCircle, tellNoWinner, tellNumber } from "./tell-known.js";

/** With more open contests, or after more choices, nothing is found out. */
const [MOST_OPEN, MOST_CHOICES] = [200, 500];
/** Why there is no order is told of so many ways, and no more. */
const MOST_TOLD = 4;

/** What is tried: orders, the contests that are open in them, and how to judge. */
export interface WinnersQuestion {
  readonly problem: KnownProblem;
  readonly contests: Contests;
  readonly open: readonly Contest[];
  readonly graph: OrderGraph;
  readonly ranks: Float64Array;
  readonly judge: Judge;
}

/** An order of all that holds; or that there is none, and why. */
export type Winners =
  | { readonly linearization: readonly number[] }
  | { readonly conflict: KnownConflict | undefined; readonly ways: number };

/** What may be chosen: who won one contest or another. */
interface Choice {
  readonly contest: Contest;
  readonly winners: readonly number[];
}

/**
 * Tries who came last where several could: one contest after another, with what follows from each choice; and where a
 * result tells of how many keys something holds, of which. An order that holds, or that none is left whatever is
 * chosen; `undefined` where that would take too long.
 */
export function searchWinners(question: WinnersQuestion, meter: Meter): Winners | undefined {
  const { problem, contests, ranks } = question;
  if (question.open.length > MOST_OPEN) return undefined;
  let left = MOST_CHOICES;

  function visit(orders: OrderGraph, open: readonly Contest[]): Winners | undefined {
    const settled = settleWinners(problem, open, orders, ranks, meter);
    if ("circle" in settled) return { conflict: tellCircle(problem, settled.circle), ways: 1 };
    if ("lost" in settled) return { conflict: tellNoWinner(problem, settled.lost), ways: 1 };
    const [contest, ...others] = settled.open.toSorted((a, b) => a.fitting.length - b.fitting.length);
    if (contest !== undefined) {
      const choices = contest.fitting
        .toSorted((a, b) => ranks[b] - ranks[a])
        .map((winner) => ({
          contest: { ...contest, fitting: [winner], isSupposed: true },
          winners: [winner],
        }));
      return tryEach(orders, choices, others);
    }
    const sorted = orders.sort(ranks);
    if (!(sorted instanceof Int32Array)) return { conflict: tellCircle(problem, sorted), ways: 1 };
    const linearization = Array.from(sorted.filter((node) => node < problem.size));
    const wrong = question.judge({ linearization });
    if (wrong === undefined) return { linearization };
    return wrong.id === undefined ? undefined : countKeys(orders, sorted, wrong.id);
  }

  function tryEach(
    orders: OrderGraph,
    choices: readonly Choice[],
    open: readonly Contest[],
  ): Winners | undefined {
    const cases: { readonly winners: readonly number[]; readonly conflict: KnownConflict | undefined }[] = [];
    let ways = 0;
    for (const { contest, winners } of choices) {
      if (--left < 0) return undefined;
      const chosen = orders.copy();
      meter.work(chosen.size);
      const isSettled = contest.fitting.length === 1;
      if (isSettled)
        for (const other of contest.others)
          chosen.add(other, contest.fitting[0], ORDER.supposed, contest.operation);
      const found = visit(chosen, isSettled ? open : [...open, contest]);
      if (found === undefined || "linearization" in found) return found;
      cases.push({ winners, conflict: found.conflict });
      ways += found.ways;
    }
    const { operation } = choices[0].contest;
    return { conflict: ways > MOST_TOLD ? undefined : tellCases(problem, operation, cases), ways };
  }

  /** Tries, of a key that is counted, whether it is one of those that fit; of all others that is known already. */
  function countKeys(orders: OrderGraph, sorted: Int32Array, operation: number): Winners | undefined {
    const told = contests.countedBy(operation);
    if (told === undefined) return undefined;
    const { width, session, position } = problem;
    const before = orders.vectors(sorted, session, position, width);
    let count = 0;
    let isSettled = false; // by others, who of those that were seen came last
    let open: Choice[] | undefined;
    for (const { last, fits } of told.seen) {
      meter.work(last.length * last.length);
      const able = last.filter(
        (one) => !last.some((other) => before[other * width + session[one]] > position[one]),
      );
      const [fitting, others] = [able.filter(fits), able.filter((one) => !fits(one))];
      isSettled ||= able.length < last.length && last.some(fits) && !last.every(fits);
      if (fitting.length === 0) continue;
      if (others.length === 0) count++;
      else
        open ??= [
          { contest: { operation, fitting, others, isSupposed: true }, winners: fitting },
          { contest: { operation, fitting: others, others: fitting, isSupposed: true }, winners: others },
        ];
    }
    if (open !== undefined) return tryEach(orders, open, []);
    if (count >= told.least && count <= told.most) return undefined; // it is wrong for another reason
    return { conflict: tellNumber(problem, operation, count, isSettled), ways: 1 };
  }

  return visit(question.graph, question.open);
}
