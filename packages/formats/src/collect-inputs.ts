import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "./input-error.js";

/** Something to read histories from. Plain data, so that it can be handed to another thread. */
export type Input =
  | { readonly kind: "file"; readonly file: string }
  /** No regular file, so it can be read only once: a pipe (`<(…)`, `mkfifo`), a socket, a device. */
  | { readonly kind: "stream"; readonly file: string }
  | { readonly kind: "stdin"; readonly file: "-" }
  | { readonly kind: "text"; readonly file: "<argument>"; readonly text: string };

/** The files that a directory is searched for. */
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
] as const;

const isHistoryFile = (name: string): boolean =>
  historyExtensions.some((extension) => name.endsWith(extension));

/**
 * What the arguments of a command stand for: a file; a directory, for all its history files (by extension,
 * recursively, sorted); `-`, for standard input; or a history in the notation or JSON itself.
 * Paths that lead nowhere become errors; the others are still there.
 */
export async function collectInputs(
  paths: readonly string[],
): Promise<{ readonly inputs: readonly Input[]; readonly errors: readonly InputError[] }> {
  const inputs: Input[] = [];
  const errors: InputError[] = [];
  for (const path of paths) {
    if (path === "-") inputs.push({ kind: "stdin", file: "-" });
    else if (/^\s*(?:[\w$-]+\s*)?\{/u.test(path) && !(await exists(path)))
      inputs.push({ kind: "text", file: "<argument>", text: path });
    else {
      try {
        const found = await stat(path);
        if (!found.isDirectory()) inputs.push({ kind: found.isFile() ? "file" : "stream", file: path });
        else {
          const files = (await filesBelow(path, new Set())).sort();
          for (const file of files) inputs.push({ kind: "file", file });
          if (files.length === 0)
            errors.push(
              new InputError(
                path,
                0,
                0,
                `no history file in this directory (${historyExtensions.join(" ")})`,
              ),
            );
        }
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        errors.push(
          new InputError(
            path,
            0,
            0,
            code === "ENOENT" ? "no such file or directory" : `cannot be read: ${message}`,
          ),
        );
      }
    }
  }
  return { inputs, errors };
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
  const ofJepsen = entries.some(({ name }) => name === "history.edn");
  for (const entry of entries) {
    if (ofJepsen && besideJepsen.has(entry.name)) continue;
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
