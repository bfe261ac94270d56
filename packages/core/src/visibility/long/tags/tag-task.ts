import type { Value } from "../../../history/value.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import { lowerBound } from "../conclude/answer-ask.js";
import type { LongProblem } from "../long-problem.js";
import { replicatedValues } from "../models/replicated-values.js";

/** What the result of an operation tells of the values of its object: these are there and no others. */
export interface TagWants {
  readonly there: readonly number[];
  /** Value → 1 where it is one of these. */
  readonly isThere: Uint8Array;
}

/** A history of registers that keep all concurrent values, by numbers. A write takes away all that it sees. */
export interface TagTask {
  readonly problem: LongProblem;
  /** Operation → the value that it puts, or -1. */
  readonly puts: Int32Array;
  /** Value → session → positions of those that put it, ascending. */
  readonly writers: readonly (readonly Int32Array[])[];
  /** Object → session → positions of those that take all that they see, ascending. */
  readonly takers: readonly (readonly Int32Array[])[];
  /** Operation → its object. */
  readonly objectOf: Int32Array;
  /** Operation → what its result tells; `undefined` where that is nothing. */
  readonly wants: readonly (TagWants | undefined)[];
}

/**
 * The task of a register that keeps all concurrent values: all that put values are those that take them, and take all
 * of their object; nothing is there at first. "unexplained": an operation whose result nothing explains.
 */
export function createTagTask(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  meter?: Meter,
): TagTask | { readonly unexplained: number } | undefined {
  const values = replicatedValues(problem, type, initial, meter);
  const { size, label, labels, sessions, session, position } = problem;
  const { on, puts: putBy, wanted, isTaker, objectOf: objectOfValue } = values;
  const count = values.values.length;
  if (values.atFirst.length > 0) return undefined;
  const takesAll = (own: number): boolean => {
    for (let value = 0; value < count; value++)
      if (objectOfValue[value] === on[own] && !values.takes(own, value)) return false;
    return true;
  };
  for (let own = 0; own < labels.length; own++)
    if (putBy[own] >= 0 !== (isTaker[own] === 1) || (isTaker[own] === 1 && !takesAll(own))) return undefined;
  const byLabel: (TagWants | undefined)[] = [];
  for (let operation = 0; operation < size; operation++) {
    const own = label[operation];
    const one = wanted[own];
    if (one === undefined) return { unexplained: operation };
    const { there, gone, only, least, most } = one;
    if (!only && (there.length > 0 || gone.length > 0 || least > 0 || most < Infinity)) return undefined;
    if (!only || byLabel[own] !== undefined) continue;
    const isThere = new Uint8Array(count);
    for (const value of there) isThere[value] = 1;
    byLabel[own] = { there, isThere };
  }
  const puts = Int32Array.from(label, (own) => putBy[own]);
  const objects = problem.history.objects.length;
  const writers: number[][][] = Array.from({ length: count }, () => sessions.map(() => []));
  const takers: number[][][] = Array.from({ length: Math.max(1, objects) }, () => sessions.map(() => []));
  for (const members of sessions)
    for (const operation of members) {
      if (puts[operation] < 0) continue;
      writers[puts[operation]][session[operation]].push(position[operation]);
      takers[on[label[operation]]][session[operation]].push(position[operation]);
    }
  const asLists = (lists: readonly (readonly number[])[]): readonly Int32Array[] =>
    lists.map((list) => Int32Array.from(list));
  return {
    problem,
    puts,
    writers: writers.map(asLists),
    takers: takers.map(asLists),
    objectOf: Int32Array.from(label, (own) => on[own]),
    wants: Array.from(label, (own) => byLabel[own]),
  };
}

/** The last position in an ascending list that is below the end, or -1; the first that is not below the start, or -1. */
export const lastBelow = (list: Int32Array, end: number): number => {
  const at = lowerBound(list, end);
  return at === 0 ? -1 : list[at - 1];
};
export const firstFrom = (list: Int32Array, start: number): number => {
  const at = lowerBound(list, start);
  return at === list.length ? -1 : list[at];
};
