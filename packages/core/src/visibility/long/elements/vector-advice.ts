import { type Bounds, isBefore } from "../bounds.js";
import type { VectorRun } from "./vector-run.js";

/** An update that should be moved to the other side of another, and how far that is. */
export interface Moving {
  readonly one: number;
  readonly past: number;
  readonly isLater: boolean;
  readonly far: number;
}

/** How many updates are looked at that put the element there; and how many others around each. */
const [MOST_PUTS, AROUND] = [3, 12];

/** Where an operation waits in vain for an element: which updates could change sides for some sight to answer it. */
export function createVectorAdvice(
  { full, sights }: VectorRun,
  bounds: Bounds,
): (operation: number) => readonly Moving[] {
  const { model, updates } = full;
  const { asks, element, problem } = model;
  /** The updates in another order. */
  const order = new Int32Array(updates.length);
  return (operation) => {
    const ask = asks[problem.label[operation]];
    if (ask?.of !== "element") return [];
    const puts: number[] = [];
    for (let number = full.count - 1; number >= 0 && puts.length < MOST_PUTS; number--)
      if (element[updates[number]] === ask.element) puts.push(number);
    const found: Moving[] = [];
    for (let at = 0; at < full.count; at++) order[at] = at;
    const attempt = (from: number, past: number): void => {
      const step = from < past ? 1 : -1;
      for (let at = from; at !== past; at += step) order[at] = order[at + step];
      order[past] = from;
      const [first, last] = [Math.min(from, past), Math.max(from, past)];
      if (sights.find(operation, ask, order, first) !== undefined)
        found.push({ one: updates[from], past: updates[past], isLater: from < past, far: last - first });
      for (let at = first; at <= last; at++) order[at] = at;
    };
    for (const put of puts)
      for (let other = Math.max(0, put - AROUND); other < Math.min(full.count, put + AROUND + 1); other++) {
        const [earlier, later] = put < other ? [put, other] : [other, put];
        if (other === put || isBefore(bounds, updates[earlier], updates[later])) continue;
        attempt(put, other);
        attempt(other, put);
      }
    return found;
  };
}
