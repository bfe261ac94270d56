import { type History, labelOf, mayBeAbsent } from "../../history/history.js";
import { canonical, equal, type Value } from "../../history/value.js";
import { initialEntries } from "../../types/arguments.js";
import type { Instead } from "../tell-core.js";

/** The most values that are tried for a read, and named; the most reads. */
const [MOST_TRIED, MOST_NAMED, MOST_READS] = [8, 3, 10];

/**
 * What the reads of a violation could have returned instead: values that are written to their variable
 * somewhere, or its initial value, with which the whole history holds.
 */
export function readAlternatives(
  history: History,
  initial: Value | undefined,
  operations: readonly number[],
  ask: (other: History) => "satisfied" | "violated" | "unknown",
): readonly Instead[] {
  const reads = operations.filter((id) => {
    const { method, result } = labelOf(history, id);
    return (method === "read" || method === "exchange") && result !== undefined && !mayBeAbsent(history, id);
  });
  return reads.slice(0, MOST_READS).map((id) => {
    const label = labelOf(history, id);
    const results: Value[] = [];
    const values = valuesOf(history, initial, id);
    let complete = values.length < MOST_TRIED;
    for (const result of values) {
      if (results.length === MOST_NAMED) return { id, results, complete: false };
      const labels = [...history.labels, { ...label, result }];
      const verdict = ask({ ...history, labels, label: history.label.with(id, history.labels.length) });
      if (verdict === "satisfied") results.push(result);
      complete &&= verdict !== "unknown";
    }
    return { id, results, complete };
  });
}

/** The other values that the variable of a read may have. */
function valuesOf(history: History, initial: Value | undefined, read: number): readonly Value[] {
  const { args, result } = labelOf(history, read);
  const given = initialEntries(initial, "memory").find(([name]) => equal(name, args[0]));
  const values = new Map<string, Value>();
  const offer = (value: Value): void => {
    if (result !== undefined && !equal(value, result) && values.size < MOST_TRIED)
      values.set(canonical(value), value);
  };
  offer(given === undefined ? 0 : given[1]);
  for (let id = 0; id < history.size; id++) {
    const label = labelOf(history, id);
    const writes = label.method === "write" || label.method === "exchange";
    if (writes && history.object[id] === history.object[read] && equal(label.args[0], args[0]))
      offer(label.args[1]);
  }
  return [...values.values()];
}
