import { equal, type Value } from "../../../history/value.js";
import { counter } from "../../../types/counter.js";
import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import type { LongProblem } from "../long-problem.js";

/** An element further down a stack than this counts as if it were not there. */
const DEEPEST = 256;

/**
 * How many updates, about, a state is away from one that gives the label's result, where single updates lead there: how far
 * a sum or a size is from it, or how many elements of a queue or a stack stand before the one that was returned.
 * `undefined` where that is not known of the label.
 */
export function distanceToResult(
  { single, history, labels, resultIn }: LongProblem,
  label: number,
): ((state: unknown) => number) | undefined {
  const { method, result } = labels[label];
  if (
    typeof result === "number" &&
    (method === "size" || (single.step === counter.step && method === "read"))
  )
    return (state) => Math.abs(Number(resultIn(state, label)) - result);
  if (method !== "peek" || result === undefined || history.objects.length > 1) return undefined;
  const elementsOf = single.step === queue.step ? inQueue : single.step === stack.step ? inStack : undefined;
  if (elementsOf === undefined) return undefined;
  return (state) => {
    const elements = elementsOf(state);
    if (result === null) return elements.length;
    const at = elements.findIndex((element) => equal(element, result));
    return at < 0 ? Infinity : at;
  };
}

const inQueue = (state: unknown): readonly Value[] =>
  (queue.step(state as never, { method: "toArray", args: [] }) as { result: Value })
    .result as readonly Value[];

/** The elements of a stack, the top first. */
function inStack(state: unknown): readonly Value[] {
  const found: Value[] = [];
  for (let left = state; found.length < DEEPEST; ) {
    const { state: below, result } = stack.step(left as never, { method: "pop", args: [] }) as {
      state: unknown;
      result: Value;
    };
    if (result === null) break;
    found.push(result);
    left = below;
  }
  return found;
}
