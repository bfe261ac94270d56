import type { Invocation } from "../history/history.js";
import { canonical, equal, type Value } from "../history/value.js";

/** The error for a method that the type does not have. */
export function noSuchMethod(type: string, method: string): TypeError {
  return new TypeError(`type ${type} has no method '${method}'`);
}

/** The value as an integer of at most 2^53; otherwise a `TypeError` that says what it was meant for. */
export function integer(value: Value, what: string): number {
  if (!Number.isSafeInteger(value))
    throw new TypeError(`${what} must be an integer below 2^53, not ${canonical(value)}`);
  return (value as number) + 0; // -0 becomes 0
}

/** The value as a position in a list: 0, 1, 2, … */
export function position(value: Value): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new TypeError(`an index must be 0, 1, 2, …, not ${canonical(value)}`);
  return value as number;
}

/** The value as a string. */
export function text(value: Value, what: string): string {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string, not ${canonical(value)}`);
  return value;
}

/** The value, unless it is null: containers whose `poll` or `pop` returns null when empty hold no null. */
export function notNull(value: Value, type: string): Value {
  if (value === null) throw new TypeError(`a ${type} holds no null: null means that it is empty`);
  return value;
}

/** The elements that `initial` lists; none where it is absent or null. */
export function initialElements(initial: Value | undefined, type: string): readonly Value[] {
  if (initial === undefined || initial === null) return [];
  if (!Array.isArray(initial))
    throw new TypeError(
      `the initial state of a ${type} must be an array of its elements, not ${canonical(initial)}`,
    );
  return initial as readonly Value[];
}

/**
 * The entries that `initial` lists: an array of `[key, value]` pairs, or an object. The keys of an
 * object are strings; one that could be meant for another value (`{"1": 0}`) is refused, not guessed.
 */
export function initialEntries(initial: Value | undefined, type: string): (readonly [Value, Value])[] {
  if (initial === undefined || initial === null) return [];
  if (typeof initial !== "object")
    throw new TypeError(
      `the initial state of a ${type} must be an object or an array of [key, value] pairs, not ${canonical(initial)}`,
    );
  if (Array.isArray(initial))
    return initial.map((pair: Value) => {
      if (!Array.isArray(pair) || pair.length !== 2)
        throw new TypeError(
          `the initial state of a ${type} must list [key, value] pairs, but has ${canonical(pair)}`,
        );
      return [pair[0] as Value, pair[1] as Value] as const;
    });
  return Object.entries(initial).map(([key, value]) => {
    if (/^(-?\d.*|null|true|false)$/.test(key))
      throw new TypeError(
        `in the initial state of a ${type}, is the key ${JSON.stringify(key)} a string? ` +
          `Write [[${key}, …]] if not, [[${JSON.stringify(key)}, …]] if so`,
      );
    return [key, value] as const;
  });
}

/** Whether the two are the same method with the same arguments: such two always commute. */
export function sameInvocation(a: Invocation, b: Invocation): boolean {
  return a.method === b.method && equal(a.args, b.args);
}

/** A text or number that two values share exactly when they are equal; numbers stand for themselves. */
export function valueKey(value: Value): string | number {
  return typeof value === "number" ? value : canonical(value);
}
