import { compare, type Value } from "@sightline/core";
import { type Edn, ednKey } from "./edn.js";

/**
 * An EDN value as a value of a history: keywords, symbols and characters become strings, sets sorted arrays,
 * map keys strings; tags are dropped; integers beyond 2^53 become decimal strings, so that none loses digits.
 * Throws a `RangeError` with the reason where there is no such value.
 */
export function ednToValue(edn: Edn): Value {
  if (edn === null || typeof edn === "boolean" || typeof edn === "string") return edn;
  if (typeof edn === "bigint") return String(edn);
  if (typeof edn === "number") {
    if (!Number.isFinite(edn)) throw new RangeError(`${edn} is not a value`);
    return Number.isInteger(edn) && !Number.isSafeInteger(edn) ? String(BigInt(edn)) : edn;
  }
  switch (edn.kind) {
    case "keyword":
    case "symbol":
    case "character":
      return edn.name;
    case "tagged":
      return ednToValue(edn.value);
    case "set":
      return edn.items.map(ednToValue).sort(compare);
    case "map":
      return mapToValue(edn.entries);
    default:
      return edn.items.map(ednToValue);
  }
}

function mapToValue(entries: readonly (readonly [Edn, Edn])[]): Value {
  const fields = new Map<string, Value>();
  for (const [key, field] of entries) {
    const name = ednToValue(key);
    const text = typeof name === "string" ? name : ednKey(key);
    if (fields.has(text)) throw new RangeError(`two keys of a map are both ${JSON.stringify(text)} as text`);
    fields.set(text, ednToValue(field));
  }
  return Object.fromEntries(fields);
}
