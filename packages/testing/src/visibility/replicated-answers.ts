import type { Invocation } from "@sightline/core/history/history.js";
import { compare, equal, type Value } from "@sightline/core/history/value.js";
import type { Replicated } from "@sightline/core/types/replicated.js";

/** Operations on one object of a replicated type, and what each of them sees. */
export interface Scenario {
  readonly type: Replicated;
  readonly initial: Value | undefined;
  readonly invocations: readonly Invocation[];
  /** Whether operation a sees operation b. */
  sees(a: number, b: number): boolean;
  /** For an ordered type: all values in their order. */
  readonly list?: readonly Value[];
}

/** All that the operation may return, by the definition: slow and obvious. */
export function replicatedAnswers(scenario: Scenario, operation: number): readonly Value[] {
  const { type, initial, invocations, sees, list } = scenario;
  const others = [...invocations.keys()].filter((other) => other !== operation && sees(operation, other));
  const has = (values: readonly Value[], value: Value) => values.some((one) => equal(one, value));
  const before: Value[] = [];
  for (const value of type.initial(initial))
    if (!others.some((other) => type.takes(invocations[other], value))) before.push(value);
  for (const by of others) {
    const value = type.puts(invocations[by]);
    if (value === undefined) continue;
    const taken = others.some(
      (other) => other !== by && type.takes(invocations[other], value) && sees(other, by),
    );
    if (!taken && !has(before, value)) before.push(value);
  }
  const own = type.puts(invocations[operation]);
  const after = before.filter((value) => !type.takes(invocations[operation], value));
  if (own !== undefined && !has(after, own)) after.push(own);
  const place = (value: Value) => list?.findIndex((one) => equal(one, value)) ?? -1;
  const inOrder = (values: Value[]) =>
    values.sort((a, b) => (type.ordered === undefined ? compare(a, b) : place(a) - place(b)));
  return type.answers(invocations[operation], inOrder(before), inOrder(after));
}

/** Every order of the elements of a list: those that are there at first stand as they are given. */
export function listOrders(first: readonly Value[], inserted: readonly Value[]): Value[][] {
  const values = [...first, ...inserted];
  return permutations([...values.keys()])
    .filter((order) => first.every((_, at) => at === 0 || order.indexOf(at - 1) < order.indexOf(at)))
    .map((order) => order.map((at) => values[at]));
}

/** Every order of the items. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
