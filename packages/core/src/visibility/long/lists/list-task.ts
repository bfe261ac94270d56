import type { Value } from "../../../history/value.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";
import { type ReplicatedValues, replicatedValues } from "../models/replicated-values.js";

/** Where an operation puts its element: right after another, -1 at the front. */
export interface ListPlace {
  readonly element: number;
  readonly after: number;
}

/** A history of lists by numbers: elements 0, 1, 2, … each inserted once, and who deletes them. */
export interface ListTask {
  readonly problem: LongProblem;
  readonly type: Replicated;
  readonly values: ReplicatedValues;
  /** Element → who inserts it; -1 where it was there at first. */
  readonly insertedBy: Int32Array;
  /** Element → who deletes it. Each of them sees it there. */
  readonly deletedBy: readonly (readonly number[])[];
  /** Operation → elements that are there to it; and those that are not. */
  readonly there: readonly (readonly number[])[];
  readonly gone: readonly (readonly number[])[];
  /** Operation → where it puts its element, if its result does not tell; `undefined` too where that is an index. */
  readonly place: readonly (ListPlace | undefined)[];
  /** Elements of each object. */
  readonly elementsOf: readonly (readonly number[])[];
}

/**
 * The task, where each element is inserted at most once and who deletes one must see it: then whether it is there to
 * an operation is whether it sees the insert, and none of the deletes. "unexplained": some result is none of a list.
 */
export function createListTask(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  meter?: Meter,
): ListTask | "unexplained" | undefined {
  const values = replicatedValues(problem, type, initial, meter);
  const { size, label, labels } = problem;
  const count = values.values.length;
  const insertedBy = new Int32Array(count).fill(-2);
  for (const element of values.atFirst) insertedBy[element] = -1;
  const deletedBy: number[][] = Array.from({ length: count }, () => []);
  for (let operation = 0; operation < size; operation++) {
    const own = label[operation];
    const puts = values.puts[own];
    const [taken, wanted] = [values.taken[own], values.wanted[own]];
    if (wanted === undefined) return "unexplained";
    if (taken === undefined || wanted.least > 0 || wanted.most < Infinity) return undefined;
    if (puts >= 0) {
      if (insertedBy[puts] !== -2) return undefined;
      insertedBy[puts] = operation;
    }
    for (const element of taken) {
      if (!wanted.there.includes(element)) return undefined;
      deletedBy[element].push(operation);
    }
  }
  const elementsOf: number[][] = problem.history.objects.map(() => []);
  for (let element = 0; element < count; element++) elementsOf[values.objectOf[element]].push(element);
  const goneFrom = (own: number): readonly number[] => {
    const wanted = values.wanted[own];
    if (wanted?.only !== true) return wanted?.gone ?? [];
    const there = new Set(wanted.there);
    const puts = values.puts[own];
    return elementsOf[values.on[own]].filter((element) => !there.has(element) && element !== puts);
  };
  const { ordered } = type;
  const places = labels.map((one, own): ListPlace | undefined => {
    const place = ordered?.place(one);
    if (place === undefined || "index" in place || ordered?.listed(one).length !== 0) return undefined;
    return { element: values.puts[own], after: place.after === null ? -1 : values.numberOf(place.after) };
  });
  const gone = labels.map((_, own) => goneFrom(own));
  return {
    problem,
    type,
    values,
    insertedBy,
    deletedBy,
    there: Array.from(label, (own) => values.wanted[own]?.there ?? []),
    gone: Array.from(label, (own) => gone[own]),
    place: Array.from(label, (own) => places[own]),
    elementsOf,
  };
}
