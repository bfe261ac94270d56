import { type Budget, orExhausted } from "../../budget.js";
import { HistoryError } from "../../history/error.js";
import { type BranchSearch, createBranchSearch } from "./branch-search.js";
import type { MemoryFound } from "../memory-found.js";
import { completeBySat } from "./sat/complete-by-sat.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter, type Meter } from "../meter.js";
import type { SatSolverFactory } from "./sat/sat-solver.js";
import { furtherEdges, saturate } from "./saturation.js";
import { createTsoView } from "./tso-view.js";

/**
 * How to look for a store order, after saturation:
 *
 * - `saturation`: one greedy schedule, no search; it may have to answer `unknown`.
 * - `branch`: the schedule with branching on write pairs.
 * - `lazy-sat`: a SAT solver over the unordered write pairs.
 * - `auto`: branch while that goes well, then SAT and branching in turns.
 */
export type StoreOrderAlgorithm = "auto" | "saturation" | "branch" | "lazy-sat";

/** How to decide whether a history has a store order. */
export interface StoreOrderOptions {
  readonly budget: Budget;
  /** Makes SAT solvers; `auto` does without where it is missing, `lazy-sat` needs it. */
  readonly sat?: SatSolverFactory;
  readonly algorithm: StoreOrderAlgorithm;
}

/** Wrong choices after which `auto` asks the SAT solver for the first time. */
const FAILURES_BEFORE_SAT = 4;
/** Milliseconds for the SAT solver's first turn; each later turn of either side is this much longer. */
const FIRST_SAT_TURN = 1000;
const TURN_GROWTH = 4;

/**
 * Is the history sequentially consistent: is there a total order of all operations, extending po and
 * the given edges, in which each read returns the last write before it? That order is the answer's.
 */
export function decideSc(memory: MemoryHistory, options: StoreOrderOptions): MemoryFound {
  return decideStoreOrder(memory, options);
}

/**
 * Does the history satisfy total store order (CAV'19 Definition 5, repaired: no read of the thread's
 * own later write)? The answer's order has reads where they execute and writes where they commit: a
 * linear extension of ppo ∪ wr_e ∪ ww ∪ rw. `storeBufferRun` turns it into a run of the machine.
 */
export function decideTso(memory: MemoryHistory, options: StoreOrderOptions): MemoryFound {
  const reason = options.budget.exceeded(0, 40 * memory.size); // the view
  if (reason !== undefined)
    return {
      verdict: "unknown",
      reason,
      established: "nothing was looked at",
      algorithm: "saturation",
      states: 0,
    };
  const tso = createTsoView(memory);
  if (!tso.coherent) return { verdict: "violated", clue: tso.clue, algorithm: "coherence", states: 0 };
  const found = decideStoreOrder(tso.view, options);
  const inHistory = (o: number): number => tso.original[o];
  if (found.verdict === "satisfied")
    return { ...found, orders: found.orders.map((order) => order.map(inHistory)) };
  if (found.verdict === "violated" && found.clue !== undefined)
    return { ...found, clue: found.clue.map(inHistory) };
  return found;
}

/**
 * Is there a store order ww, total on the writes of each variable, such that po ∪ wr ∪ given ∪ ww ∪ rw
 * has no cycle (CAV'19 Definition 4)? On a history as it is that is SC, on its TSO view it is TSO.
 * Satisfied: with a total order of all operations that extends this relation.
 */
export function decideStoreOrder(memory: MemoryHistory, options: StoreOrderOptions): MemoryFound {
  const { budget, sat, algorithm } = options;
  if (algorithm === "lazy-sat" && sat === undefined)
    throw new HistoryError(
      "SL1306",
      'the algorithm "lazy-sat" needs a SAT solver: install cadical-wasm, or choose "auto" or "branch"',
    );
  const meter = createMeter(budget);
  let search: BranchSearch | undefined;
  return orExhausted<MemoryFound>(
    () => {
      const saturation = saturate(memory, meter);
      if (!saturation.consistent)
        return { verdict: "violated", clue: saturation.clue, algorithm: "saturation", states: meter.steps };
      if (algorithm === "lazy-sat" && sat !== undefined)
        return completeBySat(memory, furtherEdges(saturation.order), sat, budget);
      search = createBranchSearch(memory, saturation, meter);
      if (algorithm === "saturation") return answer(search, search.run(0), meter);
      if (algorithm === "auto" && sat !== undefined) return takeTurns(memory, search, meter, sat, budget);
      return answer(search, search.run(Infinity), meter);
    },
    (reason) => {
      const common = { verdict: "unknown", reason, states: meter.steps } as const;
      if (search === undefined)
        return {
          ...common,
          established: "saturation had found no contradiction so far",
          algorithm: "saturation",
        };
      const established = `saturation finds no contradiction; ${search.failures} choices of a store order failed`;
      return { ...common, established, algorithm: nameOf(search) };
    },
  );
}

/** Branching and SAT in turns, each longer than the last: either explodes where the other does not. */
function takeTurns(
  memory: MemoryHistory,
  search: BranchSearch,
  meter: Meter,
  sat: SatSolverFactory,
  budget: Budget,
): MemoryFound {
  let failures = FAILURES_BEFORE_SAT;
  let turn = FIRST_SAT_TURN;
  for (;;) {
    const outcome = search.run(failures);
    if (outcome !== "paused") return answer(search, outcome, meter);
    const found = completeBySat(memory, search.knownEdges(), sat, untilTurnEnds(budget, turn));
    if (found.verdict !== "unknown") return { ...found, states: meter.steps + found.states };
    // Out of time in this turn only: go on. Out of anything else: SAT has nothing more to say.
    failures = found.reason === "deadline" ? failures * TURN_GROWTH : Infinity;
    turn *= TURN_GROWTH;
  }
}

/** The same budget, for so many milliseconds from now at most. */
function untilTurnEnds(budget: Budget, milliseconds: number): Budget {
  const end = performance.now() + milliseconds;
  return {
    limits: { ...budget.limits, deadline: Math.min(end, budget.limits.deadline ?? Infinity) },
    exceeded: (states, moreBytes) =>
      budget.exceeded(states, moreBytes) ?? (performance.now() > end ? "deadline" : undefined),
  };
}

function answer(
  search: BranchSearch,
  outcome: ReturnType<BranchSearch["run"]>,
  { steps: states }: Meter,
): MemoryFound {
  const algorithm = nameOf(search);
  switch (outcome) {
    case "satisfied":
      return { verdict: "satisfied", orders: [search.order], algorithm, states };
    case "violated":
      return { verdict: "violated", algorithm, states };
    case "paused": {
      const established =
        "saturation finds no contradiction, but the greedy schedule comes to a deadlock; " +
        'the algorithm "branch" or "auto" goes on from there';
      return { verdict: "unknown", reason: "states", established, algorithm, states };
    }
  }
}

/** What a search has used so far, in words. */
function nameOf({ deadlocks }: BranchSearch): string {
  return deadlocks === 0 ? "saturation+schedule" : "saturation+branch";
}
