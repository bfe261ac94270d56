import { PENDING } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import { canonical, type Value } from "../history/value.js";
import type { Part } from "../linearize/part.js";
import { insertAnywhere, type Moments, momentsOf } from "./moments.js";
import { createPlacing } from "./placing.js";
import { defineMonitor, satisfied } from "./monitor.js";
import { decideElement, type Element } from "./set-element.js";

/**
 * Decides sets on which each element is added with success at most once and removed with success at
 * most once, in O(n log n). Adds and removes that changed nothing are observations, as `contains` is.
 *
 * Elements neither see nor change one another, so each is decided by itself and the orders are
 * merged by gaps (locality, Herlihy & Wing 1990). It refuses methods on the whole set, updates
 * that returned unobserved, and pending updates that might matter in more than one way.
 */
export const setMonitor = defineMonitor((part) => {
  if (changesOften(part)) return undefined;
  const sorted = elementsOf(part);
  if (sorted === undefined) return undefined;
  const moments = momentsOf(part);
  const orders: (readonly number[])[] = [];
  let unclear = false;
  for (const element of sorted.elements) {
    const decided = decideElement(part, moments, element);
    if (decided === undefined) unclear = true;
    else if ("verdict" in decided) return decided;
    else orders.push(decided);
  }
  if (unclear) return undefined;
  return satisfied(part, insertAnywhere(moments, mergeByGap(moments, orders), sorted.free));
});

/** Whether some element certainly comes and goes more than once: found soon in a long history. */
function changesOften(part: Part): boolean {
  const numbers = new Map<string, number>();
  // Label → 2 × element for a successful add, 2 × element + 1 for a successful remove, else -1.
  const change = Int32Array.from(part.labels, ({ method, args, result }) => {
    if ((method !== "add" && method !== "remove") || result !== true || args.length !== 1) return -1;
    const key = canonical(args[0]);
    const element = numbers.get(key) ?? numbers.size;
    numbers.set(key, element);
    return 2 * element + (method === "add" ? 0 : 1);
  });
  const counts = new Int32Array(2 * numbers.size);
  for (let row = 0; row < part.size; row++) {
    const at = change[part.label[row]];
    if (at >= 0 && ++counts[at] > 1 && counts[at ^ 1] > 1) return true;
  }
  return false;
}

/** Groups the rows by element, or `undefined` where one is not supported. */
function elementsOf(part: Part): { elements: Iterable<Element>; free: number[] } | undefined {
  const { initial } = part;
  if (initial !== undefined && initial !== null && !Array.isArray(initial)) return undefined;
  const valueId = createValueTable();
  const present = new Set(((initial ?? []) as readonly Value[]).map(valueId));
  const ids = part.labels.map(({ args }) => (args.length === 1 ? valueId(args[0]) : -1));
  const elements = new Map<number, Element>();
  const free: number[] = [];
  for (let row = 0; row < part.size; row++) {
    const label = part.label[row];
    const { method, result } = part.labels[label];
    const isUpdate = method === "add" || method === "remove";
    if (ids[label] < 0 || (!isUpdate && method !== "contains")) return undefined;
    if (result !== undefined && typeof result !== "boolean") return undefined;
    const pending = part.ret[row] === PENDING;
    const changes = isUpdate && result !== false;
    if (pending && !changes) continue; // It need not have taken effect, and nobody can tell.
    if (result === undefined && !pending) {
      if (isUpdate) return undefined;
      free.push(row);
      continue;
    }
    let element = elements.get(ids[label]);
    if (element === undefined) {
      const startsPresent = present.has(ids[label]);
      element = {
        there: [],
        back: [],
        maybeThere: [],
        maybeBack: [],
        seenThere: [],
        seenHome: [],
        startsPresent,
      };
      elements.set(ids[label], element);
    }
    if (changes) {
      const isThere = (method === "add") !== element.startsPresent;
      if (pending) (isThere ? element.maybeThere : element.maybeBack).push(row);
      else (isThere ? element.there : element.back).push(row);
    } else {
      // A failed add saw the element, a failed remove did not.
      const saw = method === "contains" ? result === true : method === "add";
      (saw !== element.startsPresent ? element.seenThere : element.seenHome).push(row);
    }
  }
  return { elements: elements.values(), free };
}

/** One order from several on elements of their own: each operation at the earliest gap its order allows. */
function mergeByGap({ call }: Moments, orders: readonly (readonly number[])[]): Int32Array {
  const placing = createPlacing(call.length);
  for (const order of orders) {
    let gap = 0;
    for (const row of order) {
      gap = Math.max(gap, call[row]);
      placing.put(row, gap);
    }
  }
  return placing.order();
}
