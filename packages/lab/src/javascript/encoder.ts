import type { Value } from "@sightline/core";

/**
 * Results as integers, so that a batch of them passes between threads as it is: null, booleans and small
 * numbers have codes of their own, any other value gets the next negative one when it is first met.
 */
const NULL = 0;
const TRUE = 1;
const FALSE = 2;
const ZERO = 3;
const LARGEST = 1 << 30;

/** Makes codes, in the thread that has the results. */
export interface Encoder {
  encode(value: Value): number;
  /** The values that got codes since the last time, in the order of these. */
  takeNew(): readonly Value[];
}

/** An encoder that has met no value yet. */
export function createEncoder(): Encoder {
  const known = new Map<string, number>();
  let fresh: Value[] = [];
  return {
    encode(value) {
      if (value === null) return NULL;
      if (value === true) return TRUE;
      if (value === false) return FALSE;
      if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < LARGEST)
        return ZERO + value;
      const text = JSON.stringify(value);
      let code = known.get(text);
      if (code === undefined) {
        known.set(text, (code = -1 - known.size));
        fresh.push(value);
      }
      return code;
    },
    takeNew() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

/** The value of a code; `others` are all values that its encoder has given, one after another. */
export function decode(code: number, others: readonly Value[]): Value {
  if (code < 0) return others[-1 - code];
  return code >= ZERO ? code - ZERO : code === NULL ? null : code === TRUE;
}
