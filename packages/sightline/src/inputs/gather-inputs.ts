import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Input, InvalidInput } from "@sightline/fleet";
import { UsageError } from "../errors/usage-error.js";
import { keepStream, type Rereadable } from "./keep-stream.js";
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
  const gathered: Input[] = [];
  const directories = new Map<string, string>();
  const invalid: InvalidInput[] = errors.map(({ file, reason, code }) => ({ file, reason, code }));
  for (const input of inputs) {
    const { kind, file: name } = input;
    if (kind === "file") {
      const { directory } = input;
      if (directory !== undefined) directories.set(name, directory);
      gathered.push({ name, source: { path: name }, ...(directory !== undefined && { listed: true }) });
    } else if (kind === "text")
      gathered.push({ name, source: { bytes: new TextEncoder().encode(input.text) } });
    else
      try {
        // Standard input may be a socket, which cannot be opened by its name.
        const isStandard = kind === "stdin" || STANDARD_INPUT.has(name);
        const one = await keepStream(isStandard ? process.stdin : createReadStream(name));
        kept.push(one);
        gathered.push({ name, source: one.source });
      } catch (error) {
        if (kind === "stdin") throw error;
        invalid.push({ file: name, reason: `cannot be read: ${(error as Error).message}`, code: "SL2091" });
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
