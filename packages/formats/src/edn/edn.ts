/** A keyword `:name`, a symbol `name` or a character `\c`. */
export interface EdnName {
  readonly kind: "keyword" | "symbol" | "character";
  readonly name: string;
}

/** A list `( )`, a vector `[ ]` or a set `#{ }`. */
export interface EdnSequence {
  readonly kind: "list" | "vector" | "set";
  readonly items: readonly Edn[];
}

/** A map `{ }`: its keys and values in the order of the text. */
export interface EdnMap {
  readonly kind: "map";
  readonly entries: readonly (readonly [Edn, Edn])[];
}

/** A tagged literal `#tag value`. */
export interface EdnTagged {
  readonly kind: "tagged";
  readonly tag: string;
  readonly value: Edn;
}

/** A value of EDN, Clojure's data notation. Integers beyond 2^53 are bigints. */
export type Edn = null | boolean | number | bigint | string | EdnName | EdnSequence | EdnMap | EdnTagged;

/** Whether a value is the keyword of this name. */
export const isKeyword = (value: Edn | undefined, name?: string): value is EdnName =>
  typeof value === "object" &&
  value !== null &&
  value.kind === "keyword" &&
  (name === undefined || value.name === name);

/** A text that equal values share. */
export function ednKey(value: Edn): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  switch (value.kind) {
    case "keyword":
      return `:${value.name}`;
    case "symbol":
      return value.name;
    case "character":
      return `\\${value.name}`;
    case "set":
      return `#{${value.items.map(ednKey).sort().join(" ")}}`;
    case "map":
      return `{${value.entries
        .map(([key, field]) => `${ednKey(key)} ${ednKey(field)}`)
        .sort()
        .join(" ")}}`;
    case "tagged":
      return `#${value.tag} ${ednKey(value.value)}`;
    default:
      // Lists and vectors of the same elements are equal.
      return `[${value.items.map(ednKey).join(" ")}]`;
  }
}
