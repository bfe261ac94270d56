/** What stands for a value that JSON has no word for. */
interface Mark {
  readonly $: string;
  readonly of?: unknown;
}

const typedArrays: ReadonlyMap<string, new (buffer: ArrayBuffer) => unknown> = new Map(
  [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array].map(
    (kind) => [kind.name, kind] as const,
  ),
);

/**
 * Answers as text, such that what is read back is what was written: JSON, and for what JSON has no word for (typed
 * arrays of histories, numbers that are none) an object with the key `$`. Whatever threads send each other can be
 * written so. What is `undefined` in an object is left out.
 */
export function toText(value: unknown): string {
  return JSON.stringify(value, mark);
}

/** The value that a text was made of. */
export function fromText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes('"$"') ? unmark(value) : value;
}

/** As `JSON.stringify` calls it: with the holder of the value as `this`. */
function mark(this: unknown, _: string, value: unknown): unknown {
  if (typeof value === "object") return value === null || Array.isArray(value) ? value : markObject(value);
  if (typeof value === "number")
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ({ $: "number", of: Object.is(value, -0) ? "-0" : String(value) } satisfies Mark);
  if (typeof value === "bigint") return { $: "bigint", of: String(value) } satisfies Mark;
  return value === undefined && Array.isArray(this) ? ({ $: "undefined" } satisfies Mark) : value;
}

function markObject(value: object): unknown {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const of = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString("base64");
    return { $: value.constructor.name, of } satisfies Mark;
  }
  if (value instanceof Map || value instanceof Set)
    return { $: value.constructor.name, of: [...(value as Iterable<unknown>)] } satisfies Mark;
  return Object.hasOwn(value, "$") ? ({ $: "object", of: Object.entries(value) } satisfies Mark) : value;
}

function unmark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== "object" || value === null) return value;
  if (!Object.hasOwn(value, "$"))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmark(one)]));
  const { $: kind, of } = value as Mark;
  switch (kind) {
    case "undefined":
      return undefined;
    case "number":
      return Number(of);
    case "bigint":
      return BigInt(of as string);
    case "Map":
      return new Map(unmark(of) as [unknown, unknown][]);
    case "Set":
      return new Set(unmark(of) as unknown[]);
    case "object":
      return Object.fromEntries(unmark(of) as [string, unknown][]);
  }
  const Kind = typedArrays.get(kind);
  if (Kind === undefined) throw new SyntaxError(`no such kind of value: ${kind}`);
  return new Kind(Uint8Array.from(Buffer.from(of as string, "base64")).buffer);
}
