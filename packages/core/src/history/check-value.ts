import { HistoryError } from "./error.js";

/** Values nest no deeper than this, so that nothing that reads them runs out of stack. */
const MAX_DEPTH = 200;

/** Refuses what is no data: throws a `HistoryError` whose path leads from the value to what is wrong in it. */
export function checkValue(value: unknown): void {
  if (!isData(value, 0)) refuse(value, []);
}

/** Whether the value is made of null, booleans, exact numbers, strings, arrays and plain objects. */
function isData(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    case "object": {
      if (value === null) return true;
      if (depth > MAX_DEPTH) return false;
      if (Array.isArray(value)) {
        for (const part of value as readonly unknown[]) if (!isData(part, depth + 1)) return false;
        return true;
      }
      if (!isPlain(value)) return false;
      for (const key of Object.keys(value))
        if (!isData((value as Record<string, unknown>)[key], depth + 1)) return false;
      return true;
    }
    default:
      return false;
  }
}

/** Whether an object is of no class, and all its keys are strings. */
const isPlain = (value: object): boolean =>
  isOfNoClass(value) && Object.getOwnPropertySymbols(value).length === 0;

/** Whether an object is of no class; of another realm's `Object` neither. */
function isOfNoClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Throws for the first thing in the value that is no data. */
function refuse(value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === "object" && value !== null && path.length <= MAX_DEPTH) {
    if (Array.isArray(value)) for (const [i, part] of value.entries()) refuse(part, [...path, i]);
    else if (isPlain(value)) for (const [key, part] of Object.entries(value)) refuse(part, [...path, key]);
  }
  if (!isData(value, path.length)) throw new HistoryError("SL1004", reasonOf(value), path.slice(0, 20));
}

/** Why the value is no data, and what to give instead. */
function reasonOf(value: unknown): string {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value)
        ? `the number ${value} exceeds 2^53 and has lost digits: write it as a string`
        : `${value} is not a value: give null, or a string`;
    case "undefined":
      return "undefined is no data: give null";
    case "bigint":
      return "a bigint is no data: give a number, or a string where it exceeds 2^53";
    case "object":
      return reasonOfObject(value as object);
    default:
      return `a ${typeof value} is no data: give a string that stands for it`;
  }
}

function reasonOfObject(value: object): string {
  if (Array.isArray(value) || isPlain(value))
    return `values may nest ${MAX_DEPTH} deep, no deeper, and not in themselves`;
  // An object of a class may have such keys by itself: a Promise, where something listens to all of them.
  if (isOfNoClass(value)) return "a key that is a symbol is no data: give a string";
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  const what = `${/^[AEIO]/.test(String(name)) ? "an" : "a"} ${typeof name === "string" && name !== "" ? name : "object of a class"}`;
  if (value instanceof Date) return `${what} is no data: give its getTime() or its toISOString()`;
  if (ArrayBuffer.isView(value)) return `${what} is no data: give Array.from() of it`;
  if (value instanceof Map || value instanceof Set) return `${what} is no data: give an array, [...it]`;
  return `${what} is no data: give an array or a plain object`;
}
