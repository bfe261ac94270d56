import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Input, InvalidInput } from "@sightline/fleet";
import { UsageError } from "../errors/usage-error.js";
import { filesNamed, protectFromStandardOutput, type Source, standardInput } from "./protect-inputs.js";

/** The inputs that the arguments name. */
export interface Gathered {
  readonly inputs: readonly Input[];
  /** Which directory each file was found in that is not named by itself. */
  readonly directories: ReadonlyMap<string, string>;
  /** Arguments that name nothing that can be read. */
  readonly invalid: readonly InvalidInput[];
  /** The files that are read, as far as they can be told from others. */
  readonly files: readonly Source[];
  /** Gives back what was opened for them. */
  close(): void;
}

/**
 * Finds the inputs that the arguments name: files, directories, patterns, `-`, histories in the notation. Throws a
 * `UsageError` where one is read twice that can be read only once, or standard output goes to one.
 */
export async function gatherInputs(args: readonly string[]): Promise<Gathered> {
  if (args.filter((arg) => arg === "-" || STANDARD_INPUT.has(arg)).length > 1)
    throw new UsageError(
      "SL4010",
      "- is standard input, and so are /dev/stdin and /dev/fd/0: it can be read only once",
    );
  // The package of readers is large, and a plain file needs nothing of it here.
  if (await areFiles(args)) {
    const files = filesNamed(...args);
    protectFromStandardOutput(files);
    const inputs = args.map((path) => ({ name: path, source: { path } }));
    return { inputs, directories: new Map(), invalid: [], files, close() {} };
  }
  const { collectInputs } = await import("@sightline/formats");
  const { inputs, errors } = await collectInputs(args);
  const files = inputs.flatMap(({ kind, file }) =>
    kind === "file" ? filesNamed(file) : kind === "stdin" ? [standardInput] : [],
  );
  protectFromStandardOutput(files);
  const kept: Rereadable[] = [];
  const keepAs = async (name: string, stream: AsyncIterable<Uint8Array>): Promise<void> => {
    const one = await keep(stream);
    kept.push(one);
    gathered.push({ name, source: one.source });
  };
  const invalid: InvalidInput[] = errors.map(({ file, reason, code }) => ({ file, reason, code }));
  const gathered: Input[] = [];
  const directories = new Map<string, string>();
  for (const input of inputs)
    if (input.kind === "file" && input.directory !== undefined) directories.set(input.file, input.directory);
  for (const input of inputs)
    switch (input.kind) {
      case "file":
        gathered.push({
          name: input.file,
          source: { path: input.file },
          ...(input.directory !== undefined && { listed: true }),
        });
        break;
      case "text":
        gathered.push({ name: input.file, source: { bytes: new TextEncoder().encode(input.text) } });
        break;
      case "stdin":
        await keepAs(input.file, process.stdin);
        break;
      case "stream":
        try {
          // Standard input may be a socket, which cannot be opened by its name.
          const isStandard = STANDARD_INPUT.has(input.file);
          await keepAs(input.file, isStandard ? process.stdin : createReadStream(input.file));
        } catch (error) {
          invalid.push({
            file: input.file,
            reason: `cannot be read: ${(error as Error).message}`,
            code: "SL2091",
          });
        }
    }
  return {
    inputs: gathered,
    directories,
    invalid,
    files,
    close() {
      for (const one of kept) one.close();
    },
  };
}

/** Other names of standard input. */
const STANDARD_INPUT: ReadonlySet<string> = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

async function areFiles(paths: readonly string[]): Promise<boolean> {
  try {
    const all = await Promise.all(paths.map((path) => stat(path)));
    return all.every((one) => one.isFile()) && !paths.includes("-");
  } catch {
    return false;
  }
}

/** A stream up to this size stays in memory; what is longer goes through a temporary file. */
const IN_MEMORY = 1 << 24;

/** A source that can be read again from its start, as a stream cannot, and how to give it back. */
export interface Rereadable {
  readonly source: Input["source"];
  close(): void;
}

/**
 * Reads a stream to its end. A worker that is ended at its deadline is replaced by one that reads
 * the input again, so a stream must be kept somewhere.
 */
export async function keep(stream: AsyncIterable<Uint8Array>, inMemory = IN_MEMORY): Promise<Rereadable> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { source: { bytes: Buffer.concat(chunks) }, close() {} };
    chunks.push(next.value);
    size += next.value.length;
    if (size > inMemory) break;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* chunks.splice(0);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  const directory = mkdtempSync(join(tmpdir(), "sightline-"));
  try {
    const path = join(directory, "input");
    await pipeline(Readable.from(all()), createWriteStream(path));
    const descriptor = openSync(path, "r");
    return { source: { descriptor }, close: () => closeSync(descriptor) };
  } finally {
    // The open descriptor keeps the data; nothing is left behind however the process ends.
    rmSync(directory, { recursive: true, force: true });
  }
}
