import type { Moments } from "./moments.js";
import { createNearest } from "./nearest.js";
import type { PriorityElements } from "./priority-elements.js";
import { fit, type Misfit, type Stay } from "./priority-fit.js";

/** Where everything goes: the stay of each element, and the gap of each observation. */
export interface Placement {
  readonly stays: readonly Stay[];
  /** Row → its gap, for rows of `largest` and `empty`. */
  readonly gap: Int32Array;
}

/** Places elements from the largest down, then the observations of an empty queue; or finds no room. */
export function place(moments: Moments, { elements, empty }: PriorityElements): Placement | Misfit {
  const { call, ret, count } = moments;
  const gap = new Int32Array(call.length);
  const clear = createNearest(count);
  const stays: Stay[] = [];
  for (const element of elements) {
    const stay = fit(element, moments, clear);
    if ("problem" in stay) return stay;
    stays.push(stay);
    for (const row of element.largest) gap[row] = clear.above(Math.max(call[row], stay.from));
    for (let hidden = clear.above(stay.from + 1); hidden < stay.to; hidden = clear.above(hidden))
      clear.remove(hidden);
  }
  for (const row of empty) {
    gap[row] = clear.above(call[row]);
    if (gap[row] >= ret[row]) return { row, problem: "hidden" };
  }
  return { stays, gap };
}
