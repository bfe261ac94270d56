import { type History, labelOf, mayBeAbsent } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { bindingOrder, type OrderCriterion } from "./order-oracle.js";

/** A partial linearization, and the states of the objects that it may lead to. */
interface Partial {
  readonly order: readonly number[];
  readonly states: readonly (readonly unknown[])[];
}

/**
 * Every partial linearization, found by trying everything: orders of some operations in which each comes after all that
 * must come before it and that cannot be absent, before nothing that must come before it, and may return what it returned.
 */
export function* partialLinearizations(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  initial: Value | undefined = history.initial,
): Generator<readonly number[]> {
  const precedes = bindingOrder(history, criterion);
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const mayFollow = (order: readonly number[], id: number): boolean =>
    !order.includes(id) &&
    ids.every((other) => !precedes[other][id] || order.includes(other) || mayBeAbsent(history, other)) &&
    !precedes[id][id] &&
    order.every((other) => !precedes[id][other]);
  function* extend({ order, states }: Partial): Generator<readonly number[]> {
    yield order;
    for (const id of ids) {
      if (!mayFollow(order, id)) continue;
      const { method, args, result } = labelOf(history, id);
      const object = history.object[id];
      const after = states.flatMap((state) =>
        outcomes(type, state[object], { method, args })
          .filter((outcome) => result === undefined || equal(outcome.result, result))
          .map((outcome) => state.with(object, outcome.state)),
      );
      if (after.length > 0) yield* extend({ order: [...order, id], states: after });
    }
  }
  yield* extend({ order: [], states: [history.objects.map((): unknown => type.init(initial))] });
}
