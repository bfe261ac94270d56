import { canonical, equal, type Value } from "../../history/value.js";

/** A read, or what changes a key. */
export type TransactionAccess = readonly [kind: string, key: Value, value: Value];

/** Whether a result has the accesses that were asked for, with any value where one is read. */
export function answers(asked: readonly TransactionAccess[], told: Value): boolean {
  return (
    Array.isArray(told) &&
    told.length === asked.length &&
    asked.every(([kind, key, value], i) => {
      const one = told[i] as Value;
      if (!Array.isArray(one) || one.length !== 3 || one[0] !== kind || !equal(one[1] as Value, key))
        return false;
      return kind === "read" || equal(one[2] as Value, value);
    })
  );
}

/** What stands for a value in maps: numbers for themselves, all else as text. */
export type Token = number | string;

/** The token of a value: two have the same only if they are equal. */
export const tokenOf = (value: Value): Token => (typeof value === "number" ? value : canonical(value));

/** The pairs of key and value that a part starts from. */
export function initialPairs(initial: Value | undefined): readonly (readonly [Value, Value])[] {
  return Array.isArray(initial)
    ? (initial as readonly (readonly [Value, Value])[])
    : Object.entries((initial ?? {}) as Readonly<Record<string, Value>>);
}

/**
 * The rows that took effect, ascending: those that returned, and the pending ones that one of these read from, or one
 * that such a pending one read from, and so on.
 *
 * @param sourcesOf whom a row read from
 */
export function tookEffect(
  size: number,
  returned: (row: number) => boolean,
  sourcesOf: (row: number) => Iterable<number>,
): Int32Array {
  const took = new Uint8Array(size);
  const open: number[] = [];
  for (let row = 0; row < size; row++)
    if (returned(row)) {
      took[row] = 1;
      open.push(row);
    }
  for (let row = open.pop(); row !== undefined; row = open.pop())
    for (const source of sourcesOf(row))
      if (took[source] === 0) {
        took[source] = 1;
        open.push(source);
      }
  return Int32Array.from(took.keys()).filter((row) => took[row] === 1);
}
