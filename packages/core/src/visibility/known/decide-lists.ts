import type { Value } from "../../history/value.js";
import type { Meter } from "../meter.js";
import { createListOrder, type ListType } from "./create-list-order.js";
import type { Judge, KnownFound } from "./decide-known.js";
import type { KnownProblem } from "./known-problem.js";
import { tellListed } from "./tell-listed.js";
import { tellResult } from "./tell-known.js";

/** How many elements are put where they were put to, one after another, before it is given up. */
const ROUNDS = 200;

/**
 * Decides the results of a list whose operations saw what is known. What is there to each is known then, and in which
 * order, as far as results list it: that leads in a circle, or it is extended to an order of all elements, the newest
 * first, as most lists have them. Where an element does not stand in it where it was put, it is moved there.
 */
export function decideLists(
  problem: KnownProblem,
  type: ListType,
  initial: Value | undefined,
  linearization: readonly number[],
  judge: Judge,
  meter: Meter,
): KnownFound {
  const orders = problem.history.objects.map((_, object) =>
    createListOrder(problem, type, initial, object, meter),
  );
  for (let round = 0; round <= ROUNDS; round++) {
    const lists: (readonly Value[])[] = [];
    for (const [object, order] of orders.entries()) {
      const sorted = order?.sort();
      if (order === undefined || sorted === undefined) return undefined;
      if ("circle" in sorted)
        return {
          verdict: "violated",
          conflict: tellListed(problem, type, object, order.elements, sorted.circle),
        };
      lists.push(sorted.list);
    }
    const wrong = judge({ linearization, lists });
    if (wrong === undefined)
      return { verdict: "satisfied", witness: { linearization, sights: "recorded", lists } };
    if (wrong.id === undefined) return undefined;
    if (wrong.misplaced !== true) return { verdict: "violated", conflict: tellResult(problem, wrong.id) };
    if (orders[problem.history.object[wrong.id]]?.putInPlace(wrong.id) !== true) return undefined;
  }
  return undefined;
}
