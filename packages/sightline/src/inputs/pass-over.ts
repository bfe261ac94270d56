import { relative } from "node:path";
import type { InvalidInput } from "@sightline/fleet";
import { count } from "../render/count.js";
import { visible } from "../render/visible.js";

/** The most files that are named as passed over, for each directory. */
const MOST_NAMED = 5;

/** Keeps account of the files of directories that hold no history. */
export interface PassOver {
  /** Whether an error only says that a file of a directory holds no history. It is then remembered. */
  passes(error: InvalidInput): boolean;
  /** A line for each directory with such files, for standard error. */
  lines(): string;
  /** The directories in which no file held a history: to ask about these is an error. */
  barren(): readonly InvalidInput[];
}

/** Passes over files that hold no history, given which directory each was found in. */
export function createPassOver(directories: ReadonlyMap<string, string>): PassOver {
  const passed = new Map<string, Set<string>>();
  const sizes = new Map<string, number>();
  for (const directory of directories.values()) sizes.set(directory, (sizes.get(directory) ?? 0) + 1);
  const isBarren = ([directory, files]: readonly [string, ReadonlySet<string>]): boolean =>
    files.size === sizes.get(directory);
  return {
    passes({ foreign, file }) {
      const directory = directories.get(file);
      if (foreign !== true || directory === undefined) return false;
      const others = passed.get(directory);
      if (others === undefined) passed.set(directory, new Set([file]));
      else others.add(file);
      return true;
    },
    lines: () =>
      [...passed]
        .filter((one) => !isBarren(one))
        .map(([directory, files]) => line(directory, [...files]))
        .join(""),
    barren: () =>
      [...passed].filter(isBarren).map(([directory, files]) => ({
        file: directory,
        reason: `no file in this directory holds a history: ${named(directory, [...files])}`,
        code: "SL2000",
      })),
  };
}

/** `3 files in logs/ hold no history: a.txt, b.log, deep/c.json` */
function line(directory: string, files: readonly string[]): string {
  const where = `${count(files.length, "file")} in ${directory.replace(/\/*$/u, "/")}`;
  const hold = files.length === 1 ? "holds" : "hold";
  return `${visible(`${where} ${hold} no history: ${named(directory, files)}`)}\n`;
}

/** The files by their names in the directory; not all, where they are many. */
function named(directory: string, files: readonly string[]): string {
  const names = files.slice(0, MOST_NAMED).map((file) => relative(directory, file));
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
  return names.join(", ") + more;
}
