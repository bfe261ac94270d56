import type { Label } from "../history/history.js";
import type { Value } from "../history/value.js";

/** From the first number to the second. */
export type Interval = readonly [least: number, most: number];

/** A number that a state has and results tell of: a sum, how many elements there are. */
// biome-ignore lint: states are opaque to everyone but their type
export interface Counts<State = any> {
  /** What the number is called, in a sentence: "the size". */
  readonly name: string;
  of(state: State): number;
  /** The numbers of a state in which the label may happen, where its result tells any. */
  told(label: Label): Interval | undefined;
  /** What the label changes it by, by its result where that is known. */
  change(label: Label): Interval;
  /**
   * Whether it changes the number by as much wherever it happens. If not, an operation that only adds to it, put
   * anywhere into a run, makes it no less at the end, and by no more than it may add; and so for what only takes away.
   */
  readonly isSum?: true;
  /** Where the number is that of keys: which key the label leaves there or not there, whatever was so before. */
  readonly keys?: {
    settles(label: Label): { readonly key: Value; readonly there: boolean } | undefined;
    has(state: State, key: Value): boolean;
  };
}

/** The numbers that "is it empty" and "how many" tell of, and "all of them". */
export function toldSize({ method, result }: Label): Interval | undefined {
  if (method === "size" && typeof result === "number") return [result, result];
  if (method === "isEmpty" && typeof result === "boolean") return result ? NONE : SOME;
  return LISTS.has(method) && Array.isArray(result) ? [result.length, result.length] : undefined;
}

const LISTS = new Set(["toArray", "keys", "values", "entries"]);

/** That there is nothing, or that nothing changes; that there is something. */
export const [NONE, SOME]: readonly [Interval, Interval] = [
  [0, 0],
  [1, Infinity],
];

/** How many elements there are, of what gives one at a time and null where it is empty. */
export function elementCounts<State>(
  size: (state: State) => number,
  { adds, takes, peeks }: { readonly adds: string; readonly takes: string; readonly peeks: string },
): Counts<State> {
  return {
    name: "the size",
    of: size,
    told(label) {
      const { method, result } = label;
      if (method !== takes && method !== peeks) return toldSize(label);
      return result === undefined ? undefined : result === null ? NONE : SOME;
    },
    change({ method, result }) {
      if (method === adds) return [1, 1];
      if (method === "clear") return [-Infinity, 0];
      if (method !== takes || result === null) return NONE;
      return result === undefined ? [-1, 0] : [-1, -1];
    },
  };
}
