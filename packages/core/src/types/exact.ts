import type { Value } from "../history/value.js";

/** An integer of any size: a number up to 2^53, beyond that a bigint. Sums of these lose no digit. */
export type Exact = number | bigint;

/** The sum of an exact integer and one of at most 2^53. */
export function sum(a: Exact, b: number): Exact {
  if (typeof a === "number" && Number.isSafeInteger(a + b)) return a + b;
  const exact = BigInt(a) + BigInt(b);
  const near = Number(exact);
  return Number.isSafeInteger(near) ? near : exact;
}

/** An exact integer as a result: a number or, beyond 2^53, where JSON's numbers lose digits, a decimal string. */
export function exactValue(exact: Exact): Value {
  return typeof exact === "number" ? exact : String(exact);
}

/**
 * Two numbers that compare, one after the other, as the integers beyond 2^53 do: the nearest number and
 * what is left. Both are exact up to 2^106, which no sum of arguments reaches.
 */
export function exactOrder(exact: bigint): readonly [number, number] {
  const near = Number(exact);
  return [near, Number(exact - BigInt(near))];
}
