import { PENDING } from "../history/history.js";
import type { Order, Part } from "./part.js";

/** Whether linearizing the row may keep a pending operation, ordered before it, from taking effect. */
export function mayPassPending({ order, ret }: Part, slotOf: Int32Array, row: number): boolean {
  if (order === undefined) return false;
  for (let i = order.first[row]; i < order.first[row + 1]; i++)
    if (ret[order.before[i]] === PENDING && slotOf[order.before[i]] >= 0) return true;
  return false;
}

/** Row → 1 where it stands in the order lists, on either side. */
export function markOrdered(size: number, order: Order): Uint8Array {
  const marked = new Uint8Array(size);
  for (let row = 0; row < size; row++)
    for (let i = order.first[row]; i < order.first[row + 1]; i++) {
      marked[row] = 1;
      marked[order.before[i]] = 1;
    }
  return marked;
}

/** The same lists turned round: for each row, those that must come after it. */
export function invert(size: number, order: Order): Order {
  const first = new Int32Array(size + 1);
  for (const row of order.before) first[row + 1]++;
  for (let row = 0; row < size; row++) first[row + 1] += first[row];
  const fill = first.slice();
  const before = new Int32Array(order.before.length);
  for (let row = 0; row < size; row++)
    for (let i = order.first[row]; i < order.first[row + 1]; i++) before[fill[order.before[i]]++] = row;
  return { first, before };
}
