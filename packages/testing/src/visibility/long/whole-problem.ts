import { type History, mayBeAbsent } from "@sightline/core/history/history.js";
import type { OrderName } from "@sightline/core/criteria/order-name.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { createLongProblem, type LongProblem } from "@sightline/core/visibility/long/long-problem.js";

/** Whether all operations of the history took effect. */
export const isWhole = (history: History): boolean =>
  Array.from({ length: history.size }, (_, id) => id).every((id) => !mayBeAbsent(history, id));

/**
 * All operations of a history as a problem of the search for long histories. `undefined` where happens-before goes round
 * in a circle.
 *
 * @param isFollowing as `createLongProblem` has it
 */
export function wholeProblem(
  history: History,
  type: SequentialType,
  order: OrderName = "session",
  isFollowing?: boolean,
): LongProblem | undefined {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  return createLongProblem(history, type, history.initial, order, ids, isFollowing);
}
