import { type Budget, orExhausted, type Shortage } from "../../../budget.js";
import { type AccessIndex, indexAccesses } from "../../relations/access-index.js";
import { type Clocks, closeByClocks } from "../../relations/clocks.js";
import type { MemoryFound } from "../../memory-found.js";
import { createEdgeList, type EdgeList } from "../../relations/edge-list.js";
import type { MemoryHistory } from "../../memory-history.js";
import { createMeter, type Meter } from "../../meter.js";
import { findReaderChains, type ReaderChains } from "../reader-chains.js";
import { atomicClauses } from "./atomic-clauses.js";
import { type Components, findComponents } from "./components.js";
import { createCycleFinder, type CycleFinder } from "./cycle-finder.js";
import { addKnownReadWrites, createStoreGraph } from "./store-graph.js";
import { findOpenPairs } from "./open-pairs.js";
import { createSatRun, type SatRun } from "./sat-run.js";
import type { SatSolverFactory } from "./sat-solver.js";

const ALGORITHM = "lazy-sat";

/**
 * Decides whether some store order ww makes po ∪ wr ∪ ww ∪ rw[ww] acyclic, with a SAT solver that knows
 * nothing of orders: its variables are the pairs of writes that `edges` (consequences of the history,
 * as saturation finds them) leave open. It proposes an order of each pair; every cycle in the graph of
 * its proposal becomes a clause, that not all decisions on the cycle may stand together; and so on
 * until a proposal has no cycle, or the clauses have no model. Cycles that rest on the fewest decisions
 * make the strongest clauses, and all writes on cycles give one in each round. That ww is transitive
 * comes out the same way.
 *
 * A read that is `internal` does not wait for its write, but is before the writes that follow that one.
 * The order of a satisfied history is a linear extension of po ∪ wr ∪ ww ∪ rw[ww].
 */
export function completeBySat(
  memory: MemoryHistory,
  edges: EdgeList,
  factory: SatSolverFactory,
  budget: Budget,
): MemoryFound {
  const meter = createMeter(budget);
  return orExhausted<MemoryFound>(
    () => {
      const order = findOrder(memory, edges, factory, budget, meter);
      const common = { algorithm: ALGORITHM, states: meter.steps };
      return order === undefined
        ? { verdict: "violated", ...common }
        : { verdict: "satisfied", orders: [order], ...common };
    },
    (reason) => outOfBudget(reason, meter.steps),
  );
}

/** The linear extension, or `undefined` where there is none. */
function findOrder(
  memory: MemoryHistory,
  edges: EdgeList,
  factory: SatSolverFactory,
  budget: Budget,
  meter: Meter,
): Int32Array | undefined {
  const index = indexAccesses(memory);
  const chains = findReaderChains(memory, index);
  const known = createEdgeList(edges.ends.subarray(0, 2 * edges.size));
  const clocks = closeWithReads(memory, known, index, chains, meter);
  if (clocks === undefined) return undefined;
  const pairs = findOpenPairs(memory, index, clocks, meter);
  const atomic = atomicClauses(memory, clocks, pairs, meter);
  const graph = createStoreGraph(memory, known, pairs, chains, meter);
  graph.orient(() => true); // the first proposal needs no solver, unless read-modify-writes have their say
  let components = findComponents(graph, meter);
  if (components.count === memory.size && atomic.length === 0) return components.reversed.reverse();
  const cycles = createCycleFinder(graph, meter);
  const open = clocks.order.filter((o) => graph.awaits[o] === o);
  const solver = factory();
  try {
    const run = createSatRun(solver, budget, meter);
    for (const clause of atomic) run.addClause(clause);
    do {
      refuteCycles(run, cycles, components, open);
      if (!run.hasModel()) return undefined;
      graph.orient((variable) => solver.value(variable));
      components = findComponents(graph, meter);
    } while (components.count < memory.size);
    return components.reversed.reverse();
  } finally {
    solver.dispose();
  }
}

/** The closure of all that holds in any case; the edges of rw that this needs are added to `known`. */
function closeWithReads(
  memory: MemoryHistory,
  known: EdgeList,
  index: AccessIndex,
  chains: ReaderChains,
  meter: Meter,
): Clocks | undefined {
  for (;;) {
    meter.reserve(4 * memory.size * memory.threads);
    const clocks = closeByClocks(memory, known);
    if (clocks === undefined) return undefined;
    const { size } = known;
    addKnownReadWrites(memory, index, chains, clocks, meter, known);
    if (known.size === size) return clocks;
  }
}

/** Adds a clause for each of the cycles found, one through each open write that is on any. */
function refuteCycles(run: SatRun, cycles: CycleFinder, components: Components, open: Int32Array): void {
  const refuted = new Set<string>();
  for (const write of open) {
    const cycle = cycles.through(write, components);
    if (cycle === undefined) continue;
    const clause = cycle.map((literal) => -literal).sort((a, b) => a - b);
    const key = clause.join();
    if (refuted.has(key)) continue;
    refuted.add(key);
    run.addClause(clause);
  }
}

function outOfBudget(reason: Shortage, states: number): MemoryFound {
  const established = "the order of some writes was still open when the SAT solver had to stop";
  return { verdict: "unknown", reason, established, algorithm: ALGORITHM, states };
}
