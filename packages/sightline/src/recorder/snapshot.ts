import type { Value } from "@sightline/core";

/**
 * A value as it is now, whatever its owner does to it later: arrays and plain objects are copied, maps and sets given
 * as arrays. What is no data stays as it is, and is refused when the history is built.
 */
export function snapshot(value: unknown): Value {
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null) return value as Value;
  if (Array.isArray(value)) return value.map(snapshot);
  if (value instanceof Set) return Array.from(value, snapshot);
  if (value instanceof Map) return Array.from(value, ([key, held]) => [snapshot(key), snapshot(held)]);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value as unknown as Value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, snapshot(part)]));
}
