import { LEVEL } from "../../../criteria/levels.js";
import type { Meter } from "../../meter.js";
import { answerAsk, type Choices, type Glimpses, lowerByOrder } from "./answer-ask.js";
import { answerObserved } from "./answer-observed.js";
import { addEdge, type Bounds, createBounds, orderOfBounds, propagate, propagateBack } from "./bounds.js";
import { createElementOrder } from "./element-order.js";
import { createFrontOrder } from "./front-order.js";
import type { KeyModel } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";
import type { ReplicatedProblem } from "../models/as-replicated.js";
import { createSumChanges } from "./sum-changes.js";
import { createSizeModel } from "../models/size-model.js";
import { answerSum, type SumModel } from "../models/sum-model.js";

/** Why no solution exists, as far as saturation knows: the operation that nothing explains, or orders in a circle. */
export interface Contradiction {
  /** -1 where it is not about one operation. */
  readonly operation: number;
  readonly reason: string;
}

/** What is asked of a long history: its operations with their levels, and what their results tell. */
export interface LongTask {
  readonly problem: LongProblem;
  readonly levels: Uint8Array;
  readonly keys: KeyModel | undefined;
  readonly sums: SumModel | undefined;
  /** Of a replicated type: what it means below `complete`, which is what the problem then has. */
  readonly meant?: ReplicatedProblem;
}

/** The bounds of all solutions, or why there is none. */
export type Saturated = { readonly bounds: Bounds } | { readonly contradiction: Contradiction };

/** After so many rounds what is known is used as it is: it holds, and more would be known with more work. */
const MOST_ROUNDS = 60;

/** A round over so many operations counts as much as one configuration of a search. */
const OPERATIONS_A_VISIT = 16;

/**
 * Draws conclusions about what must stand before what, what must be seen and what cannot be, until there are no
 * more. Each holds in every solution, so that a contradiction refutes the history; nothing else is said of it.
 */
export function saturate(task: LongTask, meter: Meter, choices: Choices = {}): Saturated {
  const { problem, levels, keys } = task;
  const sums = task.sums ?? createSizeModel(problem);
  const bounds = createBounds(problem, levels);
  const { width, before, sees, most } = bounds;
  const orderElements = createElementOrder(problem, keys, levels);
  const orderFronts = createFrontOrder(problem, levels);
  const changeSums = sums && createSumChanges(bounds, sums);
  const { size, session, position, label } = problem;
  const circle: Saturated = { contradiction: { operation: -1, reason: "orders lead in a circle" } };
  const nothing = (operation: number): Saturated => ({
    contradiction: { operation, reason: "nothing that it can see explains it" },
  });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    bounds.changed = false;
    const order = orderOfBounds(bounds);
    if (order === undefined) return circle;
    for (let done = 0; done < size; done += OPERATIONS_A_VISIT) meter.visit();
    const glimpses: Glimpses = Array.from({ length: width }, () => new Map());
    for (const operation of order) {
      meter.work(width);
      propagate(bounds, operation);
      if (before[operation * width + session[operation]] > position[operation]) return circle;
      const asks = keys?.asks[label[operation]] ?? [];
      const sum = sums?.asks[label[operation]];
      if (asks.length === 0 && sum === undefined) continue;
      if (problem.absentable[operation] === 1) continue;
      lowerByOrder(bounds, operation);
      for (const ask of asks) {
        if (keys === undefined) break;
        const isAnswered =
          keys.observes === true
            ? answerObserved(bounds, keys, operation, ask)
            : answerAsk(bounds, keys, glimpses, operation, ask, choices);
        if (!isAnswered) return nothing(operation);
      }
      if (sum !== undefined && sums !== undefined && !answerSum(bounds, sums, operation, sum))
        return nothing(operation);
      if (levels[operation] === LEVEL.complete) standBeforeUnseen(bounds, operation);
    }
    const unplaced = orderElements?.(bounds, meter) ?? orderFronts?.(bounds, meter) ?? -1;
    if (unplaced >= 0) return nothing(unplaced);
    for (let at = size - 1; at >= 0; at--) {
      const operation = order[at];
      propagateBack(bounds, operation);
      if (levels[operation] === LEVEL.weak || problem.absentable[operation] === 1) continue;
      for (let s = 0; s < width; s++)
        if (sees[operation * width + s] > most[operation * width + s] && s !== session[operation])
          return nothing(operation);
    }
    if (bounds.changed) continue;
    const wrong = changeSums?.(bounds, meter) ?? -1;
    if (wrong >= 0) return nothing(wrong);
    if (!bounds.changed) break;
  }
  return { bounds };
}

/** Where all that stands before is seen, what cannot be seen stands after: of each session the first one, and so the rest. */
function standBeforeUnseen(bounds: Bounds, operation: number): void {
  const { problem, most, width } = bounds;
  const { sessions, session } = problem;
  for (let s = 0; s < width; s++) {
    const first = most[operation * width + s];
    if (s !== session[operation] && first < sessions[s].length)
      addEdge(bounds, operation, sessions[s][first]);
  }
}
