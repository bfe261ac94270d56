/**
 * The values that operations take and return: JSON's, compared by structure.
 *
 * Object keys carry no order and no magic: `__proto__` is a key like any other.
 */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** A text that two values share exactly when they are structurally equal: JSON with sorted keys. */
export function canonical(value: Value): string {
  if (typeof value === "number" && Number.isFinite(value)) return `${value}`; // as JSON has it, and sooner
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    let items = "";
    for (const item of value as readonly Value[])
      items += items === "" ? canonical(item) : `,${canonical(item)}`;
    return `[${items}]`;
  }
  const object = value as { readonly [key: string]: Value };
  const fields = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`);
  return `{${fields.join(",")}}`;
}

/** Structural equality. */
export function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i])) return false;
    return true;
  }
  return canonical(a) === canonical(b);
}

const kindRank = (value: Value): number => {
  if (value === null) return 0;
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
      return 2;
    case "string":
      return 3;
    default:
      return Array.isArray(value) ? 4 : 5;
  }
};

/**
 * A total order on values, for results that list elements "in order": null, booleans, numbers,
 * strings by code unit, arrays element by element, objects by their canonical text.
 */
export function compare(a: Value, b: Value): number {
  const rank = kindRank(a) - kindRank(b);
  if (rank !== 0) return rank;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  const [x, y] = typeof a === "object" ? [canonical(a), canonical(b)] : [a, b as typeof a];
  return x < y ? -1 : x > y ? 1 : 0;
}
