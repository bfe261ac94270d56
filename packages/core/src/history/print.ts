import type { Label } from "./history.js";
import { isBareString, isWord } from "./text-cursor.js";
import type { Value } from "./value.js";

/** A name of a method, object or type as the notation prints it. */
export const printName = (name: string): string => (isWord(name) ? name : JSON.stringify(name));

/** A value as the notation prints it: JSON, with strings that look like words left bare. */
export function printValue(value: Value): string {
  if (typeof value === "string") return isBareString(value) ? value : JSON.stringify(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(",")}]`;
  const fields = Object.entries(value as { readonly [key: string]: Value });
  return `{${fields.map(([key, field]) => `${printName(key)}:${printValue(field)}`).join(",")}}`;
}

/** An operation as people write it: `put(1,0) => null`, or `put(1,0)` where no result was observed. */
export function printOperation(label: Label): string {
  const call = `${printName(label.method)}(${label.args.map(printValue).join(",")})`;
  return label.result === undefined ? call : `${call} => ${printValue(label.result)}`;
}

/** The object that an operation is on, as the notation puts it before the method: `a.`, or nothing. */
export function printObject(object: string | number | undefined): string {
  return typeof object === "string" ? `${printName(object)}.` : object === undefined ? "" : `${object}.`;
}
