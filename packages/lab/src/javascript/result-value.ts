import type { Value } from "@sightline/core";

/** No collection of a test is as long; an iterator that goes on for ever would be. */
const MOST_ELEMENTS = 10_000;

/** Objects inside objects are followed so far: one that holds itself would have no end. */
const DEEPEST = 20;

/**
 * What a call returned, as a value that no longer changes: `undefined` is null; arrays, sets, iterators and
 * typed arrays are arrays; a map is an array of its pairs; a plain object keeps its fields; any other object
 * is what its `toJSON()` or its own `toString()` says, or else one of its class: "a Node".
 *
 * @param self the object under test, which goes on changing: as a result, or in one, it is `{"this": true}`
 */
export function valueOf(result: unknown, self?: object, depth = 0): Value {
  switch (typeof result) {
    case "undefined":
      return null;
    case "boolean":
    case "string":
      return result;
    case "number":
      return Number.isFinite(result) ? result + 0 : String(result); // JSON has no NaN; -0 + 0 is 0
    case "bigint":
      return Number.isSafeInteger(Number(result)) ? Number(result) : String(result);
    case "object":
      return result === null ? null : valueOfObject(result, self, depth + 1);
    default:
      return String(result);
  }
}

function valueOfObject(object: object, self: object | undefined, depth: number): Value {
  if (object === self) return { this: true };
  if (depth > DEEPEST) return "…";
  if (isIterable(object)) {
    const elements: Value[] = [];
    for (const element of object) {
      if (elements.length === MOST_ELEMENTS) break;
      elements.push(valueOf(element, self, depth));
    }
    return elements;
  }
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null)
    return Object.fromEntries(
      Object.entries(object).map(([name, field]) => [name, valueOf(field, self, depth)]),
    );
  const { toJSON, toString } = object as { readonly toJSON?: unknown; readonly toString?: unknown };
  if (typeof toJSON === "function") return valueOf(toJSON.call(object), self, depth);
  if (typeof toString === "function" && toString !== Object.prototype.toString)
    return String(toString.call(object));
  return anonymous(object);
}

/** What stands for an object that says nothing of itself. */
function anonymous({ constructor }: object): string {
  const name = constructor.name === "" ? "Object" : constructor.name;
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

function isIterable(object: object): object is Iterable<unknown> {
  return Symbol.iterator in object && typeof object[Symbol.iterator] === "function";
}

/** The value of an exception: the name of the error, or of its class; anything else thrown is written out. */
export function thrownValue(error: unknown): Value {
  if (!(error instanceof Error)) return { throws: String(error) };
  return { throws: error.name === "Error" ? error.constructor.name : error.name };
}
