import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { filesMatching, isBracePattern, isPattern } from "./files-matching.js";
import { beginsLikeNotation } from "./sniff.js";
import { InputError } from "./input-error.js";

/** Something to read histories from. Plain data, so that it can be handed to another thread. */
export type Input =
  /** `directory`: the argument in which it was found, where it was not named itself. */
  | { readonly kind: "file"; readonly file: string; readonly directory?: string }
  /** No regular file, so it can be read only once: a pipe (`<(…)`, `mkfifo`), a socket, a device. */
  | { readonly kind: "stream"; readonly file: string }
  | { readonly kind: "stdin"; readonly file: "-" }
  | { readonly kind: "text"; readonly file: "<argument>"; readonly text: string };

/** The files that a directory is searched for, packed by gzip (`.json.gz`) or not. */
export const historyExtensions = [
  ".json",
  ".ndjson",
  ".jsonl",
  ".edn",
  ".trc",
  ".litmus",
  ".log",
  ".txt",
  ".history",
  ".axe",
  ".hist",
] as const;

const unpackedName = (name: string): string => name.replace(/\.gz$/u, "");

const isHistoryFile = (name: string): boolean =>
  historyExtensions.some((extension) => unpackedName(name).endsWith(extension));

/**
 * What the arguments of a command stand for: a file; a directory, for all its history files (by extension,
 * recursively, sorted); a pattern (`logs/*.json`) that is no file's name, for the files that it matches;
 * `-`, for standard input; or a history in the notation or JSON itself.
 * Paths that lead nowhere become errors; the others are still there.
 */
export async function collectInputs(
  paths: readonly string[],
): Promise<{ readonly inputs: readonly Input[]; readonly errors: readonly InputError[] }> {
  const inputs: Input[] = [];
  const errors: InputError[] = [];
  for (const path of paths) {
    if (path === "-") inputs.push({ kind: "stdin", file: "-" });
    else if (isHistoryText(path) && !(await exists(path)))
      inputs.push({ kind: "text", file: "<argument>", text: path });
    else {
      try {
        inputs.push(...(await inputsAt(path, paths)));
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        const reason =
          error instanceof NothingThere
            ? message
            : code === "ENOENT"
              ? "no such file or directory"
              : `cannot be read: ${message}`;
        errors.push(new InputError("SL2091", path, 0, 0, reason));
      }
    }
  }
  return { inputs, errors };
}

/** A history in the notation or JSON, not a path. */
const isHistoryText = (argument: string): boolean =>
  beginsLikeNotation(argument) && !isBracePattern(argument);

/** A directory or pattern that stands for no file. */
class NothingThere extends Error {}

/** The inputs that a path stands for; `named` are all arguments. */
async function inputsAt(path: string, named: readonly string[]): Promise<readonly Input[]> {
  if (isPattern(path) && !(await exists(path))) {
    const files = await filesMatching(path);
    if (files.length === 0) throw new NothingThere("no file matches this pattern");
    return Promise.all(files.map(inputOf));
  }
  if (!(await stat(path)).isDirectory()) return [await inputOf(path)];
  const files = (await filesBelow(path, new Set())).sort();
  if (files.length === 0)
    throw new NothingThere(
      `no history file in this directory (${historyExtensions.join(" ")}, or one of these and .gz)`,
    );
  return files.map((file) =>
    named.includes(file) ? { kind: "file", file } : { kind: "file", file, directory: path },
  );
}

async function inputOf(path: string): Promise<Input> {
  return { kind: (await stat(path)).isFile() ? "file" : "stream", file: path };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** What Jepsen puts beside its history.edn: the same history in other forms, and what its checker said. */
const besideJepsen = new Set(["history.txt", "jepsen.log", "results.edn"]);

/** History files in a directory and below, no pipes; links that lead back up are not followed twice. */
async function filesBelow(directory: string, visited: Set<string>): Promise<string[]> {
  const real = await realpath(directory);
  if (visited.has(real)) return [];
  visited.add(real);
  const files: string[] = [];
  const entries = await readdir(directory, { withFileTypes: true });
  const ofJepsen = entries.some(({ name }) => unpackedName(name) === "history.edn");
  for (const entry of entries) {
    if (ofJepsen && besideJepsen.has(unpackedName(entry.name))) continue;
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (kind?.isDirectory()) files.push(...(await filesBelow(path, visited)));
    else if (kind?.isFile() && isHistoryFile(entry.name)) files.push(path);
  }
  return files;
}

/** The bytes of an input. A file that cannot be opened throws when it is read. */
export function openInput(input: Input): AsyncIterable<Uint8Array> {
  switch (input.kind) {
    case "stdin":
      return process.stdin as AsyncIterable<Uint8Array>;
    case "text":
      return oneChunk(Buffer.from(input.text));
    default:
      return createReadStream(input.file, { highWaterMark: 1 << 18 }) as AsyncIterable<Uint8Array>;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
