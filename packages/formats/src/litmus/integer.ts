/** A value of a register or a location; beyond 2^53 its digits as a string, so that none is lost. */
export type Integer = number | string;

/** An integer of a test or a log: decimal or hexadecimal, with a sign or without. */
export const integerPattern = /-?(?:0[xX][0-9a-fA-F]+|\d+)(?!\w)/y;

/** The value of an integer literal. */
export function integerValue(literal: string): Integer {
  const negative = literal.startsWith("-");
  const magnitude = BigInt(negative ? literal.slice(1) : literal);
  return toInteger(negative ? -magnitude : magnitude);
}

/** An integer as a value of histories. */
export function toInteger(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
