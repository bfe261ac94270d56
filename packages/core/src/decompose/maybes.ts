import { type History, isPending, labelOf } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { maybeLabel } from "../types/maybe-type.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";

/**
 * The history in which each optional operation that returned takes effect in any case, as one that
 * may do what it does or nothing (`maybeType`): the same orders bind, and the same results are possible.
 */
export function withMaybes(history: History): History {
  const { labels, optional } = history;
  return {
    ...history,
    optional: undefined,
    labels: [...labels, ...labels.map(maybeLabel)],
    label: history.label.map((label, id) =>
      optional?.[id] === 1 && !isPending(history, id) ? labels.length + label : label,
    ),
  };
}

/** A state that an object may be in, and how it came to be so. */
interface Step {
  readonly state: unknown;
  readonly before: Step | undefined;
  /** The operation that took effect last, or was passed over. */
  readonly id: number;
  readonly passedOver: boolean;
}

/**
 * Of an order of all operations that explains the history with maybes, the operations that took effect:
 * each object is run through every state that it may be in, and one of the last states is traced back.
 */
export function tookEffect(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  order: readonly number[],
): readonly number[] {
  const last = history.objects.map((): readonly Step[] => [
    { state: type.init(initial), before: undefined, id: -1, passedOver: false },
  ]);
  for (const id of order) {
    const object = history.object[id];
    const { method, args, result } = labelOf(history, id);
    const next = new Map<string | number, Step>();
    const reach = (state: unknown, before: Step, passedOver: boolean): void => {
      const key = stateKey(type, state);
      if (!next.has(key)) next.set(key, { state, before, id, passedOver });
    };
    if (history.optional?.[id] === 1) for (const before of last[object]) reach(before.state, before, true);
    for (const before of last[object])
      for (const outcome of outcomes(type, before.state, { method, args }))
        if (result === undefined || equal(outcome.result, result)) reach(outcome.state, before, false);
    last[object] = [...next.values()];
  }
  const passedOver = new Set<number>();
  for (const [end] of last)
    for (let step: Step | undefined = end; step !== undefined; step = step.before)
      if (step.passedOver) passedOver.add(step.id);
  return order.filter((id) => !passedOver.has(id));
}
