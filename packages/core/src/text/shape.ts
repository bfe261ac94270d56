/** What a value must be, in words, and whether it is. */
type Test = readonly [what: string, isSo: (value: unknown) => boolean];

/**
 * The shapes of a format, by their names: a test, or the shape of each field of an object. `id*` is a list of what `id`
 * says, `id?` may be absent, and `clash|since` is an object of one of these shapes, which has the field of that name.
 */
export type Shapes = Readonly<Record<string, Test | Readonly<Record<string, string>>>>;

/** Deeper than any text that somebody made. */
const LONGEST_PLACE = 6000;

/** What is wrong with a value read from a file, if anything, and where. */
export function wrongShape(shapes: Shapes, name: string, value: unknown, at: string): string | undefined {
  if (at.length > LONGEST_PLACE) return "it is nested too deeply";
  const inner = name.slice(0, -1);
  if (name.endsWith("?")) return value === undefined ? undefined : wrongShape(shapes, inner, value, at);
  if (name.endsWith("*")) {
    if (!Array.isArray(value)) return `"${at}" must be a list`;
    for (const [index, item] of (value as unknown[]).entries()) {
      const reason = wrongShape(shapes, inner, item, `${at}[${index}]`);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
  const shape = shapes[name];
  if (isTest(shape)) return shape[1](value) ? undefined : `"${at}" must be ${shape[0]}`;
  if (!isRecord(value)) return `"${at}" must be an object`;
  if (name.includes("|")) {
    const kinds = name.split("|");
    const [kind, ...more] = kinds.filter((one) => value[one] !== undefined);
    if (kind !== undefined && more.length === 0) return wrongShape(shapes, kind, value, at);
    return `"${at}" must have one of ${kinds.map((one) => `"${one}"`).join(", ")}`;
  }
  for (const [field, its] of Object.entries(shape)) {
    const reason = wrongShape(shapes, its, value[field], at === "" ? field : `${at}.${field}`);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const isTest = (shape: Shapes[string] | undefined): shape is Test => Array.isArray(shape);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
