import { canonical, type Value } from "../history/value.js";

/** The values that the labels of a history can tell from others, for `quotient` hints. */
export interface ObservedValues {
  add(value: Value): void;
  has(value: Value): boolean;
  /** A value that is not among them: it stands for all those that no label tells apart. */
  fresh(): Value;
}

/** An empty set of observed values. */
export function observedValues(): ObservedValues {
  const primitives = new Set<Value>();
  const structures = new Set<string>();
  return {
    add: (value) =>
      void (typeof value === "object" && value !== null
        ? structures.add(canonical(value))
        : primitives.add(value)),
    has: (value) =>
      typeof value === "object" && value !== null ? structures.has(canonical(value)) : primitives.has(value),
    fresh() {
      let value = 0;
      while (primitives.has(value)) value++;
      return value;
    },
  };
}

/**
 * Given all reads of a history as (key, value) pairs: a function that keeps a key's value where some
 * read of that key observes it, and otherwise gives the one value that stands for all such.
 */
export function representatives(
  reads: Iterable<readonly [key: Value, value: Value]>,
): (key: Value, value: Value) => Value {
  const byKey = new Map<string, ObservedValues>();
  for (const [key, value] of reads) {
    const name = canonical(key);
    const values = byKey.get(name) ?? observedValues();
    values.add(value);
    byKey.set(name, values);
  }
  const others = new Map(Array.from(byKey, ([name, values]) => [name, values.fresh()]));
  return (key, value) => {
    const name = canonical(key);
    return byKey.get(name)?.has(value) ? value : (others.get(name) ?? 0);
  };
}
