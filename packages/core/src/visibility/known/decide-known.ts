import type { Axiom, AxiomModel } from "../../criteria/axioms/model.js";
import type { OrderName } from "../../criteria/order-name.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";
import type { Replicated } from "../../types/replicated.js";
import type { SequentialType } from "../../types/type.js";
import type { Meter } from "../meter.js";
import { closeSights, type Unseen } from "./close-sights.js";
import { createKnownProblem, type KnownProblem } from "./known-problem.js";
import { knownOrders } from "./known-orders.js";
import { refuteGaps } from "./refute-gaps.js";
import type { ListType } from "./create-list-order.js";
import { decideByOrder } from "./decide-by-order.js";
import { decideLists } from "./decide-lists.js";
import { ranksOf } from "./ranks-of.js";
import { tellCircle, tellUnseen } from "./tell-known.js";

/** A question about a history that tells what operations saw. */
export interface KnownQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly order: OrderName;
  readonly model: AxiomModel;
  /** Whether the model is one level for all operations. */
  readonly isUniform: boolean;
  readonly judge: Judge;
}

/**
 * What is wrong with a linearization, if anything, and of lists with the order of their elements: with the operation
 * whose result does not follow, and whether that is only because something stands in another order.
 */
export type Judge = (
  shown: Pick<Witness, "linearization" | "lists">,
) => { readonly id?: number; readonly misplaced?: boolean } | undefined;

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

/**
 * Decides a history of which it is known what every operation saw, as far as that leaves nothing to search for: what
 * the axioms ask to be seen is closed on vectors; what has to stand before what is collected, with what the results
 * of sets, maps and registers tell of who came last; and an order of all that is judged. Nearly linear.
 */
export function decideKnown(question: KnownQuestion, meter: Meter): KnownFound {
  const { history, type, initial, model, isUniform } = question;
  if (model.relaxLin) return undefined;
  const problem = createKnownProblem(history, type, question.order);
  if (problem === undefined) return undefined;
  if (problem === "cyclic") return { verdict: "violated" };
  const unseen = findUnseen(problem, model.axioms, isUniform, meter);
  if (unseen === "unclear") return undefined;
  if (unseen !== undefined)
    return unseen.certain ? { verdict: "violated", conflict: tellUnseen(problem, unseen) } : undefined;

  const graph = knownOrders(problem, model.axioms, meter);
  if (!isListType(type.replicated)) return decideByOrder(problem, question, graph, meter);
  const sorted = graph.sort(ranksOf(problem));
  if (!(sorted instanceof Int32Array)) return { verdict: "violated", conflict: tellCircle(problem, sorted) };
  const linearization = Array.from(sorted.filter((node) => node < problem.size));
  return decideLists(problem, type.replicated, initial, linearization, question.judge, meter);
}

/** Whether the values of a type stand in an order of their own. */
const isListType = (type: Replicated | undefined): type is ListType => type?.ordered !== undefined;

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
