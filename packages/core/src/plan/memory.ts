import type { Budget } from "../budget.js";
import { HistoryError } from "../history/error.js";
import { type History, isPending, labelOf } from "../history/history.js";
import { printOperation } from "../history/print.js";
import type { Value } from "../history/value.js";
import { type Accesses, certainSources, type Impossible, readAccesses } from "../memory/accesses.js";
import { checkCc } from "../memory/causal/cc.js";
import { checkCcm } from "../memory/causal/ccm.js";
import { checkCcv } from "../memory/causal/ccv.js";
import { decideOverSources, type Refuted } from "../memory/decide-over-sources.js";
import { checkCm } from "../memory/causal/cm.js";
import type { MemoryFound } from "../memory/memory-found.js";
import type { MemoryHistory } from "../memory/memory-history.js";
import {
  asksForStoreOrder,
  factsOf,
  type MemoryModel,
  type StoreOrderModel,
} from "../criteria/memory-models.js";
import { decideByPaper } from "../memory/paper/decide-by-paper.js";
import type { SatSolverFactory } from "../memory/store-order/sat/sat-solver.js";
import { decideSc, decideTso } from "../memory/store-order/decide-store-order.js";
import { checkWccm } from "../memory/causal/wccm.js";
import { unorderedPairs } from "../memory/relations/unordered-pairs.js";
import type { Algorithm } from "../ask/algorithms.js";
import { memoryAlgorithm } from "../ask/fit-algorithm.js";
import type { Decision } from "./decision.js";
import { memoryWitness } from "./memory-witness.js";

/** What is asked of a history of reads and writes. */
export interface MemoryQuestion {
  readonly history: History;
  readonly initial: Value | undefined;
  readonly model: MemoryModel;
  readonly algorithm: Algorithm;
  readonly sat: SatSolverFactory | undefined;
  /** Whether the decision can count the pairs of writes that the model leaves unordered. */
  readonly countPairs: boolean;
}

/** What is known where a model is violated: no order explains this operation, or none of these choices of who read from whom. */
export type NoMemoryOrder =
  | { readonly impossible: Impossible }
  | { readonly refuted: readonly Refuted[]; readonly accesses: Accesses };

/**
 * How many choices of who read from whom are tried for SC before `sequential` takes over, whose search
 * does not mind values that are written twice.
 */
const MOST_CHOICES = 200;

/** `undefined`: too many reads may have their value from several writes; ask for `sequential` instead. */
export function decideMemory(question: MemoryQuestion, budget: Budget): Decision<NoMemoryOrder> | undefined {
  const { history, initial, model, algorithm, countPairs } = question;
  const decide = decider(question, budget);
  const accesses = readAccesses(history, initial);
  if (accesses.impossible !== undefined)
    return {
      verdict: "violated",
      impossible: accesses.impossible,
      algorithm: "accesses",
      states: 0,
      parts: 1,
    };
  if (accesses.given.length > 0 && factsOf[model].buffered)
    throw new HistoryError(
      "SL1304",
      `${model} has no meaning for declared happens-before, which store buffers know nothing of: leave it out, or ask for sc or ccm`,
      ["happensBefore"],
    );
  refuseReadModifyWrites(accesses, model, algorithm);
  refusePendingResults(history);
  const mayGiveWay = model === "sc" && algorithm === "auto";
  const found = decideOverSources(accesses, decide, budget, mayGiveWay ? MOST_CHOICES : Infinity);
  const summary = { algorithm: found.algorithm, states: found.states, parts: 1 };
  switch (found.verdict) {
    case "satisfied":
      return {
        verdict: "satisfied",
        witness: memoryWitness(history, model, accesses, found),
        ...(countPairs && { countPairs: () => unorderedPairs(found.memory, model, budget) }),
        ...summary,
      };
    case "violated":
      return { verdict: "violated", refuted: found.refuted, accesses, ...summary };
    case "unknown": {
      const isOurBound = found.reason === "states" && certainSources(accesses).ambiguous.length > 0;
      if (mayGiveWay && isOurBound) return undefined;
      return { verdict: "unknown", reason: found.reason, established: found.established, ...summary };
    }
  }
}

/** Read-modify-writes are atomic by a store order: the causal models have none, and no meaning for them. */
function refuseReadModifyWrites({ rmw, ids }: Accesses, model: MemoryModel, algorithm: Algorithm): void {
  if (rmw === undefined) return;
  const place = ["operations", ids[rmw.indexOf(1)]];
  if (!asksForStoreOrder(model))
    throw new HistoryError(
      "SL1304",
      `${model} has no meaning for exchange, which is atomic: ask for sc or tso`,
      place,
    );
  if (algorithm === "ccm+enumerate" || algorithm === "ccm+sat")
    throw new HistoryError(
      "SL1304",
      `the algorithm ${algorithm} begins with a causal model, which has no meaning for exchange: leave --algorithm out`,
      place,
    );
}

/** Whether an exchange took effect that never returned is told by who read it, not by what it read. */
function refusePendingResults(history: History): void {
  if (!history.timed || !history.labels.some(({ method }) => method === "exchange")) return;
  for (let id = 0; id < history.size; id++) {
    const label = labelOf(history, id);
    if (label.method === "exchange" && label.result !== undefined && isPending(history, id))
      throw new HistoryError("SL1304", `${printOperation(label)} never returned: leave its result out`, [
        "operations",
        id,
      ]);
  }
}

/** The engine of a model. Throws a `HistoryError` where the algorithm does not decide it. */
export function decider(
  { model, algorithm, sat }: Pick<MemoryQuestion, "model" | "algorithm" | "sat">,
  budget: Budget,
): (memory: MemoryHistory) => MemoryFound {
  const fit = memoryAlgorithm(algorithm, model);
  if (!asksForStoreOrder(model)) return (memory) => causal[model](memory, budget);
  const common = { budget, ...(sat !== undefined && { sat }) };
  switch (fit) {
    case "enumerate":
    case "sat":
    case "ccm+enumerate":
    case "ccm+sat":
      return (memory) => decideByPaper(memory, model, fit, common);
    case "saturation":
    case "branch":
    case "lazy-sat":
      return (memory) => ours[model](memory, { ...common, algorithm: fit });
    default:
      return (memory) => ours[model](memory, { ...common, algorithm: "auto" });
  }
}

const ours = { sc: decideSc, tso: decideTso } as const satisfies Record<StoreOrderModel, unknown>;
const causal = { cc: checkCc, ccv: checkCcv, cm: checkCm, ccm: checkCcm, wccm: checkWccm } as const;
