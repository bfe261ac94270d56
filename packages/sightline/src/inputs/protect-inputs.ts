import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors/usage-error.js";
import { visible } from "../render/visible.js";

/** What is read: a path, or the number of a file that is open already, by the name that the user knows it by. */
export interface Source {
  readonly name: string;
  readonly file: string | number;
}

/** Standard input, which may be a file. */
export const standardInput: Source = { name: "standard input", file: 0 };

/** The files that options name; what is no file (a type by its name) does no harm. */
export function filesNamed(...paths: readonly (string | undefined)[]): readonly Source[] {
  return paths.flatMap((path) => (path === undefined ? [] : [{ name: path, file: path }]));
}

/**
 * Refuses files to be written that are also read, by whatever name or link, or that are one and the same.
 * Throws a `UsageError`.
 *
 * @param outputs by the options that name them; options that are not given do not matter
 */
export function protectInputs(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly Source[],
): void {
  const asked = Object.entries(outputs).filter((one): one is [string, string] => one[1] !== undefined);
  if (asked.length === 0) return;
  const read = new Map(inputs.map(({ name, file }) => [identityOf(file), name]));
  const written = new Map<string, string>();
  for (const [option, path] of asked) {
    const identity = identityOf(path) ?? resolve(path);
    const name = read.get(identity);
    if (name !== undefined)
      throw new UsageError(
        "SL4009",
        `${option} would overwrite ${visible(name)}, which is read: give another file`,
      );
    const other = written.get(identity);
    if (other !== undefined)
      throw new UsageError("SL4009", `${other} and ${option} name the same file: give two`);
    written.set(identity, option);
  }
}

/** Refuses inputs that standard output goes to. Throws a `UsageError`. */
export function protectFromStandardOutput(inputs: readonly Source[]): void {
  const identity = identityOf(1);
  const found = identity === undefined ? undefined : inputs.find(({ file }) => identityOf(file) === identity);
  if (found !== undefined)
    throw new UsageError(
      "SL4009",
      `standard output goes to ${visible(found.name)}, which is read: redirect it to another file`,
    );
}

/** The identity of a regular file: equal for all its names. */
function identityOf(file: string | number): string | undefined {
  let found: BigIntStats;
  try {
    found = typeof file === "number" ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
  return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
}
