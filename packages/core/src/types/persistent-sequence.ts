import { canonical, type Value } from "../history/value.js";
import { insertAt, itemAt, removeAt, sizeOf, type Tree, walk } from "./balanced-tree.js";

/** An immutable sequence of values, each operation O(log n); `undefined` is the empty one. */
export type PersistentSequence = Tree<Value>;

/** The number of values. */
export const size: (sequence: PersistentSequence) => number = sizeOf;

/** The value at the position, or `undefined` beyond the end. */
export function get(sequence: PersistentSequence, position: number): Value | undefined {
  return sequence === undefined || position < 0 || position >= sequence.size
    ? undefined
    : itemAt(sequence, position);
}

/** The sequence with the value put before the one at `position`; beyond the end, at the end. */
export const insert: (sequence: PersistentSequence, position: number, value: Value) => PersistentSequence =
  insertAt;

/** The sequence without the value at the position; the same one beyond the end. */
export function remove(sequence: PersistentSequence, position: number): PersistentSequence {
  return sequence === undefined || position < 0 || position >= sequence.size
    ? sequence
    : removeAt(sequence, position);
}

/** All values, first to last. */
export function values(sequence: PersistentSequence): Value[] {
  const found: Value[] = [];
  walk(sequence, (value) => void found.push(value));
  return found;
}

/** The sequence of the given values. */
export function from(given: readonly Value[]): PersistentSequence {
  let sequence: PersistentSequence;
  for (const value of given) sequence = insertAt(sequence, sizeOf(sequence), value);
  return sequence;
}

/** The values that are kept, in order. */
export const part = (sequence: PersistentSequence, kept: (value: Value) => boolean): PersistentSequence =>
  from(values(sequence).filter(kept));

/** A text that two sequences share exactly when they are equal. */
export function text(sequence: PersistentSequence): string {
  let joined = "";
  walk(sequence, (value) => {
    joined += joined === "" ? canonical(value) : `,${canonical(value)}`;
  });
  return joined;
}
