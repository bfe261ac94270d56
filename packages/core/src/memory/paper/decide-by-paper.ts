import type { StoreOrderModel } from "../../criteria/memory-models.js";
import { type Budget, orExhausted } from "../../budget.js";
import { HistoryError } from "../../history/error.js";
import { indexAccesses } from "../relations/access-index.js";
import { checkCcm, partialStoreOrder } from "../causal/ccm.js";
import type { MemoryFound } from "../memory-found.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { enumerateStoreOrders } from "./enumerate-store-orders.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import type { PartialStoreOrder, StoreOrderFound } from "../relations/partial-store-order.js";
import { readsOwnFuture, requiredRelations } from "../relations/required-relations.js";
import { encodeStoreOrders } from "./encode-store-orders.js";
import type { SatSolverFactory } from "../store-order/sat/sat-solver.js";
import { checkWccm, weakPartialStoreOrder } from "../causal/wccm.js";

/** The algorithms that CAV'19 compares: X-CCM+Enum, X-SAT, X-CCM+SAT, and enumeration without CCM. */
export const paperAlgorithms = ["enumerate", "sat", "ccm+enumerate", "ccm+sat"] as const;

export type PaperAlgorithm = (typeof paperAlgorithms)[number];

export interface PaperOptions {
  readonly budget: Budget;
  /** Needed by `sat` and `ccm+sat`. */
  readonly sat?: SatSolverFactory;
}

/**
 * Decides SC or TSO as CAV'19 does (Algorithms 1 and 2), to compare with.
 * - `enumerate`: every store order that agrees with program order;
 * - `sat`: the definition, as clauses;
 * - `ccm+…`: CCM (for TSO: wCCM) first; then only store orders that extend its pww (wpww).
 *
 * `orders`: SC: a total order in which each read returns the last write before it; TSO: a linear
 * extension of ppo ∪ wr_e ∪ ww ∪ rw.
 * @throws HistoryError where a SAT solver is asked for and there is none
 */
export function decideByPaper(
  memory: MemoryHistory,
  model: StoreOrderModel,
  algorithm: PaperAlgorithm,
  { budget, sat }: PaperOptions,
): MemoryFound {
  const bySat = algorithm === "sat" || algorithm === "ccm+sat";
  if (bySat && sat === undefined)
    throw new HistoryError(
      "SL1306",
      `algorithm ${algorithm} needs a SAT solver: install the optional package cadical-wasm (npm install cadical-wasm), ` +
        "and in the library hand over what loadSatSolver() of @sightline/sat gives; or choose another algorithm",
    );
  if (model === "tso" && readsOwnFuture(memory)) return { verdict: "violated", algorithm, states: 0 };
  const gradual = algorithm === "ccm+enumerate" || algorithm === "ccm+sat";
  const start = gradual ? checkGradually(memory, model, budget) : undefined;
  if (start !== undefined && start.verdict !== "found") return { ...start, algorithm };
  const pww = start?.storeOrder;
  const meter = createMeter(budget);
  const states = (): number => (start?.states ?? 0) + meter.steps;
  return orExhausted<MemoryFound>(
    () => {
      const relations = requiredRelations(memory, model);
      const orders =
        bySat && sat !== undefined
          ? encodeStoreOrders(memory, relations, knownEdges(memory, pww), sat, budget, meter)
          : enumerateStoreOrders(memory, relations, pww?.isOrdered ?? inProgramOrder(memory), meter);
      return orders === undefined
        ? { verdict: "violated", algorithm, states: states() }
        : { verdict: "satisfied", orders: [orders[0]], algorithm, states: states() };
    },
    (reason) => ({
      verdict: "unknown",
      reason,
      established: gradual
        ? `the history satisfies ${model === "sc" ? "ccm" : "wccm"}; not all store orders were tried`
        : "not all store orders were tried",
      algorithm,
      states: states(),
    }),
  );
}

/** Line 1 of Algorithms 1 and 2 (with wpww, not pww, for po-loc), and the partial store order. */
function checkGradually(
  memory: MemoryHistory,
  model: StoreOrderModel,
  budget: Budget,
): Exclude<MemoryFound, { verdict: "satisfied" }> | Extract<StoreOrderFound, { verdict: "found" }> {
  const found = model === "sc" ? checkCcm(memory, budget) : checkWccm(memory, budget);
  if (found.verdict !== "satisfied") return found;
  return model === "sc" ? partialStoreOrder(memory, budget) : weakPartialStoreOrder(memory, budget);
}

/** pww ∪ rw[pww], by edges that generate it. */
function knownEdges(memory: MemoryHistory, pww: PartialStoreOrder | undefined): EdgeList {
  if (pww === undefined) return createEdgeList();
  const known = pww.edges();
  const { readersFrom, readers } = indexAccesses(memory);
  for (let w = 0; w < memory.size; w++)
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++)
      for (let t = 0; t < memory.threads; t++) {
        const next = pww.successor(w, t);
        if (next >= 0) known.add(readers[i], next);
      }
  return known;
}

/** Two writes of one thread in their order: no store order that disagrees has a chance. */
const inProgramOrder =
  ({ thread }: MemoryHistory) =>
  (first: number, second: number): boolean =>
    thread[first] === thread[second] && first < second;
