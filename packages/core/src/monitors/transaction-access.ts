import { PENDING } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import type { Part } from "../linearize/part.js";

/** More transactions than this are left to the search: the table of who comes before whom is n² bits. */
export const MOST_TRANSACTIONS = 4000;

/** A read, or what changes a key. */
export type TransactionAccess = readonly [kind: string, key: Value, value: Value];

/** Whether every transaction that returned told what it found, and no other did. */
export function isKnown(part: Part): boolean {
  for (let row = 0; row < part.size; row++)
    if ((part.ret[row] === PENDING) !== (part.labels[part.label[row]].result === undefined)) return false;
  return true;
}

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
