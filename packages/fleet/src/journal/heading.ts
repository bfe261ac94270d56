import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Cut } from "../input/chunk.js";
import { openBytes } from "../input/random-access.js";
import type { Input } from "../job.js";
import type { Assignment } from "../work.js";
import { toText } from "./text.js";

/** What a batch is: the same heading gives the same chunks and the same answers. */
export interface Heading {
  /** The version of Sightline. */
  readonly version: string;
  readonly cut: Cut;
  /** The work, option by option; each as text. */
  readonly work: Readonly<Record<string, string>>;
  readonly inputs: readonly InputMark[];
}

/** By what an input is known again: a file by its size and its time of change, other bytes by their hash. */
export interface InputMark {
  readonly name: string;
  readonly size?: number;
  readonly changed?: number;
  readonly sha256?: string;
}

/** Options that say with what means the work is done, and change nothing of what is found. */
const means: ReadonlySet<string> = new Set(["memory", "searchers", "typeLoader"]);

/** The heading of the batch that these inputs, this work and this cut make. */
export function headingOf(
  inputs: readonly Input[],
  { kind, job }: Assignment,
  cut: Cut,
  version: string,
): Heading {
  const options = Object.entries(job).filter(([name, value]) => !means.has(name) && value !== undefined);
  const work = Object.fromEntries(options.map(([name, value]) => [name, toText(value)]));
  const own = job.typeLoader === undefined || job.type === undefined ? {} : { typeModule: hashOf(job.type) };
  return { version, cut, work: { kind, ...work, ...own }, inputs: inputs.map(markOf) };
}

/** The heading of a batch of tasks: what they are about, option by option, and modules of the user's by their files. */
export function taskHeadingOf(
  options: Readonly<Record<string, unknown>>,
  modules: readonly string[],
  cut: Cut,
  version: string,
): Heading {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const work = Object.fromEntries(given.map(([name, value]) => [name, toText(value)]));
  const own = modules.length === 0 ? {} : { modules: modules.map(hashOf).join(" ") };
  return { version, cut, work: { ...work, ...own }, inputs: [] };
}

/** The hash of a module of the user's; without one where it cannot be read: whoever loads it will say so. */
function hashOf(path: string): string {
  try {
    return sha256(readFileSync(resolve(path)));
  } catch {
    return "";
  }
}

function markOf({ name, source }: Input): InputMark {
  try {
    if ("path" in source) {
      const { size, mtimeMs } = statSync(source.path);
      return { name, size, changed: mtimeMs };
    }
    return { name, sha256: hashOfAll(source) };
  } catch {
    return { name };
  }
}

const BLOCK = 1 << 20;

function hashOfAll(source: Input["source"]): string {
  const content = openBytes(source);
  try {
    const hash = createHash("sha256");
    for (let at = 0; at < content.size; at += BLOCK) hash.update(content.read(at, BLOCK));
    return hash.digest("hex");
  } finally {
    content.close();
  }
}

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A short name of the batch, the same wherever it is begun. */
export const batchName = (heading: Heading): string => sha256(toText(heading)).slice(0, 16);

/** What is different between the batch that a journal is of and the one that is asked for; `undefined`: nothing. */
export function difference(then: Heading, now: Heading): string | undefined {
  if (then.version !== now.version) return `it is by version ${then.version}, and this is ${now.version}`;
  for (const name of new Set([...Object.keys(then.work), ...Object.keys(now.work)])) {
    const [before, after] = [then.work[name], now.work[name]];
    if (before !== after)
      return `${name} was ${before ?? "not given"} then, and is ${after ?? "not given"} now`;
  }
  for (const [i, input] of now.inputs.entries()) {
    const before = then.inputs.at(i);
    if (before?.name !== input.name)
      return `input ${i + 1} was ${before?.name ?? "not there"} then, and is ${input.name} now`;
    if (toText(before) !== toText(input)) return `${input.name} has changed since`;
  }
  return then.inputs.length > now.inputs.length
    ? `input ${now.inputs.length + 1} was ${then.inputs[now.inputs.length].name} then, and is not there now`
    : undefined;
}
