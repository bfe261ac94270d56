import type { Value } from "../history/value.js";

/**
 * A JavaScript value as a `Value`, for results of users' own code: undefined, NaN and the
 * infinities become null, a bigint a number or beyond 2^53 a decimal string, whatever has `toJSON`
 * what that gives, a Map an array of pairs, any other iterable an array, any other object a plain
 * one of its own fields. Throws a `TypeError` for what has no such form.
 */
export function toValue(given: unknown, inside: readonly unknown[] = []): Value {
  switch (typeof given) {
    case "string":
    case "boolean":
      return given;
    case "undefined":
      return null;
    case "number":
      return Number.isFinite(given) ? given : null;
    case "bigint":
      return Number.isSafeInteger(Number(given)) ? Number(given) : String(given);
    case "object":
      break;
    default:
      throw new TypeError(
        `a ${typeof given} is not a value: return null, a boolean, a number, a string, an array or an object`,
      );
  }
  if (given === null) return null;
  if (given instanceof Promise)
    throw new TypeError("a promise is not a value: a specification runs synchronously");
  if (inside.includes(given)) throw new TypeError("an object that contains itself is not a value");
  const within = [...inside, given];
  const { toJSON } = given as { toJSON?: unknown };
  if (typeof toJSON === "function") return toValue(toJSON.call(given) as unknown, within);
  if (Symbol.iterator in given)
    return Array.from(given as Iterable<unknown>, (part) => toValue(part, within));
  return Object.fromEntries(Object.entries(given).map(([key, part]) => [key, toValue(part, within)]));
}
