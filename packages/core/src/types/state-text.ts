/**
 * A text that tells apart any two states that a user's `step` could tell apart: values, `undefined`,
 * bigints, and Maps and Sets in the order in which they list their elements. Objects of other classes
 * may hide what they hold, so they need a `toJSON`, or the type a `key`; otherwise a `TypeError`.
 */
export function stateText(state: unknown): string {
  try {
    return textOf(state);
  } catch (error) {
    if (!(error instanceof RangeError && error.message.includes("stack"))) throw error;
    throw new TypeError(
      "a state contains itself, or is nested too deeply: keep plain data in states, or export a key function",
      { cause: error },
    );
  }
}

function textOf(state: unknown): string {
  switch (typeof state) {
    case "string":
      return JSON.stringify(state);
    case "number":
      return Object.is(state, -0) ? "-0" : String(state);
    case "bigint":
      return `${state}n`;
    case "boolean":
    case "undefined":
      return String(state);
    case "object":
      return state === null ? "null" : objectText(state);
    default:
      throw new TypeError(
        `a state holds a ${typeof state}: keep plain data in states, or export a key function`,
      );
  }
}

function objectText(state: object): string {
  if (Array.isArray(state)) return `[${Array.from(state, textOf).join(",")}]`;
  if (state instanceof Map)
    return `Map(${Array.from(state, ([key, value]) => `${textOf(key)}:${textOf(value)}`).join(",")})`;
  if (state instanceof Set) return `Set(${Array.from(state, textOf).join(",")})`;
  const { toJSON } = state as { toJSON?: unknown };
  const prototype: unknown = Object.getPrototypeOf(state);
  const className = (prototype as { constructor?: { name?: string } } | null)?.constructor?.name ?? "unnamed";
  if (typeof toJSON === "function") return `${className}(${textOf(toJSON.call(state))})`;
  if (!isPlain(state))
    throw new TypeError(
      `a state holds an object of class ${className}, which may hide what it holds: ` +
        "give the class a toJSON method, or export a key function",
    );
  const fields = Object.entries(state)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`);
  return `{${fields.join(",")}}`;
}

/** Whether the object is a literal, of this realm or another: one whose prototype is the root, or none. */
export function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
