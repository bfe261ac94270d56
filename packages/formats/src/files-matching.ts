import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Whether a path that names no file may be a pattern. */
export function isPattern(path: string): boolean {
  return /[*?[]/u.test(path) || /\{[^{}]*,[^{}]*\}/u.test(path);
}

/**
 * Whether a text with a brace is a pattern rather than a history in the notation or JSON: these have
 * parentheses, quotes or spaces wherever they have a comma.
 */
export function isBracePattern(text: string): boolean {
  return isPattern(text) && !/[\s"()|]/u.test(text);
}

/** The part of a pattern before its first special character: the folder in which all matches are. */
export function folderOf(pattern: string): string {
  const segments = pattern.split("/");
  const plain = segments.slice(0, segments.slice(0, -1).concat("*").findIndex(isSpecial));
  return plain.length === 0 ? "." : plain.join("/") || "/";
}

/**
 * The files that a pattern matches, sorted, as shells have it: `*` and `?` stand for any characters and for
 * one, `[a-c]` for one of these, `[!a-c]` for one of the others, `{a,b}` for either, `**` for any folders,
 * and a backslash takes the meaning from what follows. What begins with a dot must be asked for by one.
 */
export async function filesMatching(pattern: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const plain of withoutBraces(pattern)) {
    const segments = plain.split("/").filter((segment, i) => segment !== "" || i === 0);
    const absolute = segments[0] === "";
    await walk(absolute ? "/" : "", absolute ? segments.slice(1) : segments, found);
  }
  return [...found].sort();
}

/** A pattern with braces as all the patterns that it stands for. */
function withoutBraces(pattern: string): readonly string[] {
  const open = findOutside(pattern, 0, "{");
  if (open < 0) return [pattern];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if ((character === "," && depth === 1) || (character === "}" && --depth === 0)) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
      if (depth > 0) continue;
      const [before, after] = [pattern.slice(0, open), withoutBraces(pattern.slice(from))];
      // As in shells, braces around one thing are nothing special.
      const middles = parts.length === 1 ? [`\\{${parts[0]}\\}`] : parts.flatMap(withoutBraces);
      return middles.flatMap((middle) => after.map((rest) => before + middle + rest));
    }
  }
  return [`${pattern.slice(0, open)}\\{${pattern.slice(open + 1)}`].flatMap(withoutBraces);
}

/** Where a character stands that no backslash precedes; -1 if nowhere. */
function findOutside(text: string, from: number, character: string): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === "\\") at++;
    else if (text[at] === character) return at;
  return -1;
}

const isSpecial = (segment: string): boolean => /[*?[{]/u.test(segment.replace(/\\./gu, ""));

/** Adds the files below `folder` that the segments match. */
async function walk(folder: string, segments: readonly string[], found: Set<string>): Promise<void> {
  const [segment, ...rest] = segments;
  if (segment === "**") {
    // None, or one folder and again any. The last `**` stands for files too.
    await walk(folder, rest.length === 0 ? ["*"] : rest, found);
    for (const entry of await entriesOf(folder))
      if (entry.isDirectory() && !entry.name.startsWith("."))
        await walk(join(folder, entry.name), segments, found);
    return;
  }
  if (!isSpecial(segment)) return step(join(folder, segment.replace(/\\(.)/gu, "$1")), rest, found);
  const matches = segmentPattern(segment);
  for (const { name } of await entriesOf(folder))
    if (matches.test(name)) await step(join(folder, name), rest, found);
}

/** Goes on from a path that matches so far. */
async function step(path: string, rest: readonly string[], found: Set<string>): Promise<void> {
  const kind = await stat(path).catch(() => undefined);
  if (kind === undefined) return;
  if (rest.length === 0) {
    if (!kind.isDirectory()) found.add(path);
  } else if (kind.isDirectory()) await walk(path, rest, found);
}

const entriesOf = (folder: string) =>
  readdir(folder === "" ? "." : folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

/** What one segment of a pattern, without braces, asks of a name. */
function segmentPattern(segment: string): RegExp {
  const source = segment.replace(
    /\\(.)|\*+|\?|\[([!^]?)((?:\]|\\.|[^\]\\])(?:\\.|[^\]\\])*)\]|[^]/gu,
    (token, escaped?: string, not?: string, members?: string) => {
      if (members !== undefined) return `[${not === "" ? "" : "^"}${classMembers(members)}]`;
      if (token === "?") return ".";
      if (token.startsWith("*")) return ".*";
      return (escaped ?? token).replace(/[$()*+.?[\\\]^{|}/]/u, "\\$&");
    },
  );
  try {
    return new RegExp(`^${segment.startsWith(".") ? "" : String.raw`(?!\.)`}${source}$`, "su");
  } catch {
    // `[z-a]` stands for no character.
    return /(?!)/u;
  }
}

const classMembers = (members: string): string =>
  members.replace(/\\([^])|[[\]^]/gu, (token, escaped?: string) =>
    (escaped ?? token).replace(/[\\\]^[-]/u, "\\$&"),
  );
