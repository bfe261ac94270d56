import { insertAnywhere, type Moments, momentsOf } from "./moments.js";
import { createPlacing } from "./placing.js";
import { defineMonitor, satisfied } from "./monitor.js";
import { priorityViolation } from "./priority-violation.js";
import { elementsOf, type PriorityElements } from "./priority-elements.js";
import { place, type Placement } from "./priority-place.js";

/**
 * Decides priority queues to which each element is added at most once and from which it is removed
 * at most once, with `max` and `score`, in O(n log n). The largest element is placed first, each
 * next one in what the larger ones leave free: see `fit`.
 *
 * It refuses (see `elementsOf`) elements added or removed twice, increments, sizes other than zero,
 * and queues that do not start empty.
 */
export const priorityQueueMonitor = defineMonitor((part) => {
  const sorted = elementsOf(part);
  if (sorted === undefined || "verdict" in sorted) return sorted;
  const moments = momentsOf(part);
  const placed = place(moments, sorted);
  if ("problem" in placed) return priorityViolation(part, sorted, placed);
  const order = linearize(moments, sorted, placed);
  return satisfied(part, insertAnywhere(moments, order, sorted.free));
});

/**
 * The placement as one order. In one gap: removals, the largest element first, each after the
 * observations of its element; then all that needs no change in this gap; then adds, the smallest
 * element first, each before the observations of its element. So whoever finds an element the
 * largest comes after larger ones have gone and before larger ones come.
 */
function linearize(moments: Moments, sorted: PriorityElements, { stays, gap }: Placement): Int32Array {
  const { call, ret, count } = moments;
  const elementCount = sorted.elements.length;
  const placing = createPlacing(call.length);
  const put = (row: number, at: number, phase: 0 | 1 | 2): void => placing.put(row, 3 * at + phase);
  const putElement = (index: number, phase: 0 | 1 | 2): void => {
    const { add, rem, largest, found, missed } = sorted.elements[index];
    const { from, to } = stays[index];
    const phaseAt = (at: number): number => (from === to ? 1 : at === to ? 0 : at === from ? 2 : 1);
    if (phase === phaseAt(from)) put(add, from, phase);
    for (const row of largest) if (phase === phaseAt(gap[row])) put(row, gap[row], phase);
    for (const row of found) {
      const at = Math.max(call[row], from);
      if (phase === phaseAt(at)) put(row, at, phase);
    }
    if (rem >= 0 && to < count && phase === phaseAt(to)) put(rem, to, phase);
    if (phase !== 1) return;
    for (const row of missed) put(row, call[row] <= from ? call[row] : Math.max(call[row], to), 1);
    if (rem >= 0 && to === count && ret[rem] !== count) put(rem, Math.min(from, ret[rem] - 1), 1);
  };
  for (let index = 0; index < elementCount; index++) putElement(index, 0);
  for (let index = 0; index < elementCount; index++) putElement(index, 1);
  for (let index = elementCount - 1; index >= 0; index--) putElement(index, 2);
  for (const row of sorted.empty) put(row, gap[row], 1);
  return placing.order();
}
