import { canonical, type Value } from "../history/value.js";
import { insertAt, itemAt, removeAt, sizeOf, type Tree, walk } from "./balanced-tree.js";

/** An immutable sequence of values, each operation O(log n); `undefined` is the empty one. */
export type PersistentSequence = Tree<Value>;

/** The number of values. */
export const sequenceSize: (sequence: PersistentSequence) => number = sizeOf;

/** The value at the position, or `undefined` beyond the end. */
export function sequenceGet(sequence: PersistentSequence, position: number): Value | undefined {
  return sequence === undefined || position < 0 || position >= sequence.size
    ? undefined
    : itemAt(sequence, position);
}

/** The sequence with the value put before the one at `position`; beyond the end, at the end. */
export const sequenceInsert: (
  sequence: PersistentSequence,
  position: number,
  value: Value,
) => PersistentSequence = insertAt;

/** The sequence without the value at the position; the same one beyond the end. */
export function sequenceDelete(sequence: PersistentSequence, position: number): PersistentSequence {
  return sequence === undefined || position < 0 || position >= sequence.size
    ? sequence
    : removeAt(sequence, position);
}

/** All values, first to last. */
export function sequenceValues(sequence: PersistentSequence): Value[] {
  const values: Value[] = [];
  walk(sequence, (value) => void values.push(value));
  return values;
}

/** The sequence of the given values. */
export function sequenceOf(values: readonly Value[]): PersistentSequence {
  let sequence: PersistentSequence;
  for (const value of values) sequence = insertAt(sequence, sizeOf(sequence), value);
  return sequence;
}

/** The values that are kept, in order. */
export const sequencePart = (
  sequence: PersistentSequence,
  kept: (value: Value) => boolean,
): PersistentSequence => sequenceOf(sequenceValues(sequence).filter(kept));

/** A text that two sequences share exactly when they are equal. */
export function sequenceText(sequence: PersistentSequence): string {
  let text = "";
  walk(sequence, (value) => {
    text += text === "" ? canonical(value) : `,${canonical(value)}`;
  });
  return text;
}
