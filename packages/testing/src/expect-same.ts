import { expect } from "vitest";

/**
 * Expects a value to be the same as another. In comparisons with an oracle, of which there are many thousands,
 * `expect` takes about as long as what is compared; so it is called only to say that they differ.
 *
 * @param where what is being compared, in words; a function where that takes a while to put together
 */
export function expectSame<Compared>(
  actual: Compared,
  expected: Compared,
  where?: string | (() => string),
): void {
  if (Object.is(actual, expected)) return;
  expect(actual, typeof where === "function" ? where() : where).toBe(expected);
}
